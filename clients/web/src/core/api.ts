// The HTTP client of the arena.

import type {
  AccountView,
  AnalysisAnswer,
  AnnounceBody,
  BanBody,
  BansView,
  BlocksView,
  BotsView,
  CatalogView,
  ChallengeView,
  ChallengesView,
  ClaimBody,
  ClaimedView,
  ComposeBody,
  ComposedView,
  ComposingView,
  ConfirmBody,
  AuditLogView,
  DoneView,
  DrainBody,
  EnterBody,
  ErrorBody,
  EventsView,
  GamesView,
  KeyBody,
  LinkBody,
  InviteBody,
  LiveView,
  SeasonView,
  SeasonsView,
  Terms,
  LoggedInView,
  LoginBody,
  LogoutBody,
  MatchView,
  MatchesView,
  ModuleView,
  ModulesView,
  MuteBody,
  NameBody,
  NewBotView,
  NewKeyView,
  NoticesView,
  OperationsView,
  OperatorView,
  OpeningView,
  OpponentsView,
  PasswordBody,
  PlayerBody,
  PlayerPage,
  PositionBody,
  RatingHistoryView,
  RatingsView,
  RecordsView,
  RecoverBody,
  RecoveryCodesView,
  SaveBotBody,
  SavedBotsView,
  ReasonBody,
  ReportBody,
  ReportsView,
  SetupView,
  SolutionView,
  SolveBody,
  Speed,
  StartBody,
  SteerBody,
  TournamentPage,
  TournamentReport,
  TournamentSummary,
  TournamentsView,
  UnderwayView,
} from "../wire";
import { ask } from "#server";
import { acts, type Act } from "./acts.svelte";
import { inOrder } from "./games";
import { textsReady } from "./language.svelte";
import { Refused } from "./link";
import { patient } from "./patient";
import { noteTime } from "./serverTime.svelte";
import { readStored } from "./stored";
import type { AnalyseRequest } from "./types";

/** The operator's token for this visit, if no link was opened. */
let operatorToken = "";
export function setOperatorToken(token: string): void {
  operatorToken = token;
}

/** Sends a request. The body has the type that the server reads, so callers with a body state it. */
const call = <T, Body = undefined>(path: string, body?: Body, method = body === undefined ? "GET" : "POST", token = ""): Promise<T> => acts.run(actOf(path, method), () => patient(() => attempt<T>(path, body, method, token)));

/** Returns how a request is shown while it waits. Views show themselves that they load or search. */
function actOf(path: string, method: string): Act {
  if (/^\/api\/(analyse|trace|solve)\b/.test(path)) return { what: "analysis", quiet: true };
  return method === "GET" || path === "/api/position" ? { what: "load", quiet: true } : { what: "request" };
}

async function attempt<T>(path: string, body: unknown, method: string, token: string): Promise<T> {
  // A preloaded response is used only for a request without own headers.
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  else if (operatorToken) headers.authorization = `Bearer ${operatorToken}`;
  let response: Response;
  try {
    response = await ask(path, body === undefined ? { method, headers } : { method, headers, body: body instanceof Blob ? body : JSON.stringify(body) });
  } catch {
    throw new Refused({ status: 0, code: "offline", message: "The arena cannot be reached just now." });
  }
  noteTime(response.headers?.get("date"));
  const text = await response.text();
  const answer = parse(text);
  if (response.ok) {
    if (answer === undefined) throw new Refused({ status: response.status, code: "bad_answer", message: "The arena's answer was not JSON." });
    return answer as T;
  }
  // The reasons in another language are loaded with the first error.
  await textsReady("core/diagnostics");
  throw new Refused({ code: "internal", message: `The arena answered ${response.status}.`, ...(answer as Partial<ErrorBody> | undefined), status: response.status });
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
  games: () => call<GamesView>("/api/games").then((r) => r.games),
  /** Bots and connected programs. */
  roster: () => call<BotsView>("/api/bots").then((r) => ({ ...r, bots: inOrder(r.bots) })),
  bots: (game?: string) => call<BotsView>(query("/api/bots", { game })).then((r) => inOrder(r.bots)),
  matches: (filter: Record<string, string | number | undefined>) => call<MatchesView>(query("/api/matches", filter)),
  /** The player's own matches, also those that others find only by their link. */
  ownMatches: (filter: Record<string, string | number | undefined>) => mine<MatchesView>(query("matches", filter)),
  match: (match: string) => call<MatchView>(`/api/matches/${id(match)}`),
  /** The events after number `since`. */
  events: async (match: string, since = 0) => {
    const all = await call<EventsView>(`/api/matches/${id(match)}/events?since=${since}`);
    for (let next = all.next; next !== undefined; ) {
      const page: EventsView = await call<EventsView>(`/api/matches/${id(match)}/events?since=${next}`);
      all.events.push(...page.events);
      next = page.next;
    }
    return all;
  },
  /** A page of tournaments, and the files that can be started. */
  tournaments: (filter: Record<string, string | number | undefined>) => call<TournamentsView>(query("/api/tournaments", filter)),
  tournament: (tournament: string) => call<TournamentPage>(`/api/tournaments/${id(tournament)}`),
  crosstable: (tournament: string) => call<TournamentReport>(`/api/tournaments/${id(tournament)}/crosstable?timings=true`),
  records: (tournament: string, filter: Record<string, string | number | undefined>) =>
    call<RecordsView>(query(`/api/tournaments/${id(tournament)}/records`, filter)),
  startTournament: (file: string) => call<TournamentSummary, StartBody>("/api/tournaments", { file }),
  startDescribed: (toml: string, operator: boolean) => call<TournamentSummary, StartBody>("/api/tournaments", { toml }, "POST", tokenOf(operator)),
  composeTournament: (body: ComposeBody, operator: boolean) => call<ComposedView, ComposeBody>("/api/tournaments/plan", body, "POST", tokenOf(operator)),
  /** Whether the visitor may compose tournaments of bots. */
  composable: (operator: boolean) => call<ComposingView>("/api/tournaments/plan", undefined, "GET", tokenOf(operator)),
  underway: (tournament: string) => call<UnderwayView>(`/api/tournaments/${id(tournament)}/underway`),
  /** Tournaments that can be entered. */
  openTournament: (terms: Terms, operator: boolean) => call<LiveView, Terms>("/api/tournaments/open", terms, "POST", tokenOf(operator)),
  openable: (operator: boolean) => call<OpeningView>("/api/tournaments/open", undefined, "GET", tokenOf(operator)),
  live: (tournament: string) => call<LiveView>(`/api/tournaments/${id(tournament)}/live`),
  seasons: (tournament: string): Promise<SeasonView[]> => call<SeasonsView>(`/api/tournaments/${id(tournament)}/seasons`).then((r) => r.seasons),
  operator: () => call<OperatorView>("/api/operator"),
  /** Exchanges a link's secret for the operator's cookie. */
  becomeOperator: (link: string) => call<OperatorView, LinkBody>("/api/operator/session", { link }),
  leaveOperator: () => call<OperatorView>("/api/operator/session", undefined, "DELETE"),
  challenges: () => call<ChallengesView>("/api/challenges").then((r) => r.challenges),
  challenge: (challenge: string) => call<ChallengeView>(`/api/challenges/${id(challenge)}`),
  catalog: () => call<CatalogView>("/api/catalog"),
  player: (player: string) => call<PlayerPage>(`/api/players/${id(player)}`),
  opponents: (player: string, game: string) => call<OpponentsView>(query(`/api/players/${id(player)}/opponents`, { game })),
  ratingHistory: (player: string, game: string, speed: Speed) => call<RatingHistoryView>(query(`/api/players/${id(player)}/ratings`, { game, speed })),
  /** The leaderboards of a game. Its bots have the ratings that every list of bots shows. */
  ratings: async (game: string, speed: Speed): Promise<RatingsView> => {
    const [table, bots] = await Promise.all([call<RatingsView>(query(`/api/ratings/${id(game)}`, { speed })), api.bots(game)]);
    const shown = new Map(bots.map(({ name, rating }) => [name, rating]));
    return { ...table, bots: table.bots.map((bot) => ({ ...bot, rating: shown.get(bot.name) ?? bot.rating })) };
  },
  /** Reads a position; its problem is part of the answer. */
  position: (request: PositionBody) => call<SetupView, PositionBody>("/api/position", request),
  // With the token the server knows whether the position is of a rated match of this player.
  solve: (request: SolveBody) => call<SolutionView, SolveBody>("/api/solve", request, "POST", tokenOf(false)),
  trace: (request: AnalyseRequest) => call<AnalysisAnswer, AnalyseRequest>("/api/trace", request, "POST", tokenOf(false)),
  analyse: (request: AnalyseRequest) => call<AnalysisAnswer, AnalyseRequest>("/api/analyse", request, "POST", tokenOf(false)),
};

/** The operator may be known without a player's token. */
const tokenOf = (operator: boolean) => (operator ? "" : readStored("token"));

/** Actions on a tournament by the operator, or by its creator with that player's token. */
export function running(tournament: string, operator: boolean) {
  const ask = <T, Body = undefined>(what: string, body?: Body) => call<T, Body | undefined>(`/api/tournaments/${id(tournament)}/${what}`, body, "POST", tokenOf(operator));
  return {
    begin: () => ask<LiveView>("begin"),
    invite: (body: InviteBody) => ask<LiveView, InviteBody>("invite", body),
    closeSeason: () => ask<SeasonsView>("season"),
    steer: (change: SteerBody) => ask<TournamentSummary, SteerBody>("steer", change),
    stop: () => ask<TournamentSummary>("stop"),
  };
}

/** A request with the player's token. */
function mine<T, Body = undefined>(path: string, body?: Body, method?: string): Promise<T> {
  return call<T, Body | undefined>(`/api/${path}`, body, method ?? (body === undefined ? "GET" : "POST"), readStored("token"));
}

/** Enters a user's own bot in a tournament, or withdraws it. */
export const ownBot = {
  enter: (tournament: string, bot: string) => mine<LiveView, EnterBody>(`tournaments/${id(tournament)}/enter`, { bot }),
  leave: (tournament: string, bot: string) => mine<LiveView>(query(`tournaments/${id(tournament)}/enter`, { bot }), undefined, "DELETE"),
};

/** Modules that players hand in. The owner also gets those that were not accepted. */
export const modules = {
  list: (filter: Record<string, string | number | undefined>) => mine<ModulesView>(query("modules", filter)),
  handIn: (game: string, name: string, wasm: Blob) => mine<ModuleView, Blob>(`modules/${id(game)}/${id(name)}`, wasm),
  remove: (game: string, name: string) => mine<DoneView>(`modules/${id(game)}/${id(name)}`, undefined, "DELETE"),
  /** Enters the bot of an own module in a tournament, or withdraws it. */
  enter: (tournament: string, module: string) => mine<LiveView, EnterBody>(`tournaments/${id(tournament)}/enter`, { module }),
  leave: (tournament: string, module: string) => mine<LiveView>(query(`tournaments/${id(tournament)}/enter`, { module }), undefined, "DELETE"),
  /** Refuses a file for good. Operator only. */
  refuse: (digest: string, reason: string) => call<DoneView, ReasonBody>(`/api/operator/modules/${id(digest)}/refuse`, { reason }),
};

/** Blocks, mutes and reports. */
export const peace = {
  blocks: () => mine<BlocksView>("blocks").then((r) => r.players),
  block: (player: string) => mine<DoneView, PlayerBody>("blocks", { player }),
  unblock: (player: string) => mine<DoneView>(`blocks/${id(player)}`, undefined, "DELETE"),
  muted: (match: string) => mine<MuteBody>(`matches/${id(match)}/mute`).then((r) => r.muted),
  mute: (match: string, muted: boolean) => mine<DoneView, MuteBody>(`matches/${id(match)}/mute`, { muted }),
  report: (player: string, reason: string, match?: string) => mine<DoneView, ReportBody>("reports", { player, reason, ...(match ? { match } : {}) }),
};

/** Actions of the operator only. */
export const operating = {
  look: () => call<OperationsView>("/api/operator/operations"),
  announce: (text: string) => call<OperationsView, AnnounceBody>("/api/operator/announcement", { text }),
  drain: (drain: boolean) => call<OperationsView, DrainBody>("/api/operator/drain", { drain }),
  bans: () => call<BansView>("/api/operator/bans").then((r) => r.bans),
  ban: (player: string, reason: string, until?: string) => call<DoneView, BanBody>("/api/operator/bans", { player, reason, ...(until ? { until } : {}) }),
  unban: (player: string) => call<DoneView>(`/api/operator/bans/${id(player)}`, undefined, "DELETE"),
  reports: async () => {
    const all: ReportsView["reports"] = [];
    let after: number | undefined;
    do {
      const page: ReportsView = await call<ReportsView>(`/api/operator/reports${after === undefined ? "" : `?after=${after}`}`);
      all.push(...page.reports);
      after = page.next;
    } while (after !== undefined && all.length < 2000);
    return all;
  },
  notices: () => call<NoticesView>("/api/operator/notices").then((r) => r.notices),
  closeReport: (report: number, reason: string) => call<DoneView, ReasonBody>(`/api/operator/reports/${report}/close`, { reason }),
  log: () => call<AuditLogView>("/api/operator/log").then((r) => r.entries),
};

/** Requests for the user's own account. */
const own = <T, Body = undefined>(path: string, body?: Body, method?: string) => mine<T, Body>(`accounts/${path}`, body, method);

export const account = {
  me: () => own<AccountView>("me"),
  claim: (name: string, password: string) => own<ClaimedView, ClaimBody>("claim", { name, password }),
  login: (name: string, password: string) => call<LoggedInView, LoginBody>("/api/accounts/login", { name, password }),
  recover: (name: string, code: string, password: string) => call<LoggedInView, RecoverBody>("/api/accounts/recover", { name, code, password }),
  setPassword: (new_password: string, password?: string) => own<LoggedInView, PasswordBody>("password", { new_password, ...(password ? { password } : {}) }),
  codes: (password?: string) => own<RecoveryCodesView, ConfirmBody>("codes", password ? { password } : {}),
  logout: (everywhere: boolean) => own<DoneView, LogoutBody>("logout", { everywhere }),
  makeKey: (key: KeyBody) => own<NewKeyView, KeyBody>("keys", key),
  savedBots: () => own<SavedBotsView>("saved-bots").then((r) => r.bots),
  /** Appends versions to a saved bot. Returns all saved bots. */
  saveBot: (bot: SaveBotBody) => own<SavedBotsView, SaveBotBody>("saved-bots", bot).then((r) => r.bots),
  deleteSavedBot: (game: string, name: string) => own<DoneView>(`saved-bots/${id(game)}/${id(name)}`, undefined, "DELETE"),
  revoke: (key: number) => own<DoneView>(`keys/${key}`, undefined, "DELETE"),
  makeBot: (name: string) => own<NewBotView, NameBody>("bots", { name }),
  /** Makes a key for a bot. All its earlier keys end. */
  replaceBotKey: (bot: string) => own<NewKeyView, KeyBody>(`bots/${id(bot)}/keys`, { replace: true }),
  deleteBot: (bot: string) => own<DoneView>(`bots/${id(bot)}`, undefined, "DELETE"),
  /** All stored data of the account, one JSON object per line. */
  data: async () => {
    const response = await fetch("/api/accounts/me/data", { headers: { authorization: `Bearer ${readStored("token") ?? ""}` } });
    if (!response.ok) throw new Refused({ status: response.status, code: "internal", message: `The arena answered ${response.status}.` });
    return response.text();
  },
};
