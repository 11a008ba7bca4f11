// Keys and recovery codes that the server shows once. They stay visible until their owner dismisses them, even if
// another one is created or another view is opened. They are not stored.

export interface Secret {
  kind: "codes" | "key" | "bot";
  /** The owner: the account's name, the bot's name, or the purpose of the key. */
  owner: string;
  lines: readonly string[];
}

class Secrets {
  all: readonly Secret[] = $state.raw([]);

  show(...secrets: readonly Secret[]): void {
    this.all = [...this.all, ...secrets];
  }

  dismiss(secret: Secret): void {
    this.all = this.all.filter((other) => other !== secret);
  }
}

export const secrets = new Secrets();

/** Returns a file name without characters that file systems reject. */
export const fileName = ({ kind, owner }: Secret): string => `minimax-arena-${kind}-${owner.replace(/[^\p{L}\p{N}-]+/gu, "-") || "account"}.txt`;
