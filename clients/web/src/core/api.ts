// The HTTP half of the arena.

import type {
  AnalysisAnswer,
  BotView,
  CatalogView,
  EventsView,
  GameView,
  MatchRecord,
  MatchSummary,
  OperatorView,
  TournamentFileView,
  TournamentReport,
  TournamentSummary,
} from "../wire";
import type { AnalyseRequest, TraceRequest } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The operator's token for this visit, where no link was opened. */
let operatorToken = "";
export function setOperatorToken(token: string): void {
  operatorToken = token;
}

async function call<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (operatorToken) headers.authorization = `Bearer ${operatorToken}`;
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) });
  } catch {
    throw new ApiError(0, "offline", "The arena cannot be reached just now.");
  }
  const text = await response.text();
  const answer = parse(text);
  if (response.ok) {
    if (answer === undefined) throw new ApiError(response.status, "bad_answer", "The arena's answer was not JSON.");
    return answer as T;
  }
  const { code, message } = (answer ?? {}) as { code?: string; message?: string };
  throw new ApiError(response.status, code ?? "internal", message ?? `The arena answered ${response.status}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function query(path: string, parameters: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const id = encodeURIComponent;

export const api = {
  games: () => call<{ games: GameView[] }>("/api/games").then((r) => r.games),
  bots: (game?: string) => call<{ bots: BotView[] }>(query("/api/bots", { game })).then((r) => r.bots),
  matches: (filter: Record<string, string | number | undefined>) =>
    call<{ matches: MatchSummary[]; next?: string }>(query("/api/matches", filter)),
  match: (match: string) => call<MatchSummary & { record?: MatchRecord; tournament?: string }>(`/api/matches/${id(match)}`),
  events: (match: string) => call<EventsView>(`/api/matches/${id(match)}/events`),
  tournaments: () =>
    call<{ tournaments: TournamentSummary[]; available: TournamentFileView[]; operator: boolean }>("/api/tournaments"),
  tournament: (tournament: string) => call<TournamentSummary & { source: string }>(`/api/tournaments/${id(tournament)}`),
  crosstable: (tournament: string) => call<TournamentReport>(`/api/tournaments/${id(tournament)}/crosstable?timings=true`),
  records: (tournament: string, filter: Record<string, string | number | undefined>) =>
    call<{ records: MatchRecord[]; total: number }>(query(`/api/tournaments/${id(tournament)}/records`, filter)),
  startTournament: (file: string) => call<TournamentSummary>("/api/tournaments", { file }),
  steerTournament: (tournament: string, change: { paused?: boolean; concurrency?: number }) =>
    call<TournamentSummary>(`/api/tournaments/${id(tournament)}/steer`, change),
  stopTournament: (tournament: string) => call<TournamentSummary>(`/api/tournaments/${id(tournament)}/stop`, {}),
  operator: () => call<OperatorView>("/api/operator"),
  /** Exchanges what a link carries for a cookie that makes this browser the operator's. */
  becomeOperator: (link: string) => call<OperatorView>("/api/operator/session", { link }),
  leaveOperator: () => call<OperatorView>("/api/operator/session", undefined, "DELETE"),
  catalog: () => call<CatalogView>("/api/catalog"),
  trace: (request: TraceRequest) => call<AnalysisAnswer>("/api/trace", request),
  analyse: (request: AnalyseRequest) => call<AnalysisAnswer>("/api/analyse", request),
};
