// Keys and recovery codes that the server shows once. They stay on the page until their owner dismisses them, also when
// another one is made or another view is opened meanwhile. Nothing is stored.

export interface Secret {
  kind: "codes" | "key" | "bot";
  /** Whose they are: the account's name, the bot's name, or what the key is for. */
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

/** A file's name without what file systems refuse. */
export const fileName = ({ kind, owner }: Secret): string => `minimax-arena-${kind}-${owner.replace(/[^\p{L}\p{N}-]+/gu, "-") || "account"}.txt`;
