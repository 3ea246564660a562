// Every message between this client and the server, both ways, and the answers of /api.
// Made by tools/make_types.py from the server's models: change those and run it again.

/**
 * Any type of this file.
 */
export type AnyType =
  | NewTable
  | Me
  | NameReport
  | NewPasskeyAnswer
  | PasskeyAnswer
  | ToServer
  | Readiness
  | GameInfo
  | TableInfo
  | MadeTable
  | SeatLink
  | MovedSeat
  | MeInfo
  | RulebookPage
  | Lesson
  | Replay
  | Failed
  | PrivacyInfo
  | Deleted
  | Reported
  | AccountInfo
  | AskPasskey
  | GamesPlayed
  | PasskeyInfo
  | SignedIn
  | TakenAlong
  | ToClient
  | SeatChanged
  | GoesOn
  | Accepted
  | Again
  | Agree
  | BeforeInfo
  | BotSeat
  | Bye
  | ClearSeat
  | CompilingInfo
  | FinishedGame
  | FreeSeat
  | GameTotals
  | HandOver
  | Hello
  | Hint
  | Hinted
  | Leave
  | LessonScene
  | LessonStep
  | Lock
  | MakeMove
  | MySeat
  | News
  | OptionInfo
  | People
  | Ping
  | Pong
  | Problem
  | Refused
  | Remove
  | RulebookBlock
  | Say
  | SeatAsk
  | SeatInfo
  | Sit
  | Told
  | Welcome;
export type ToServer =
  | Hello
  | MakeMove
  | Say
  | Sit
  | Leave
  | HandOver
  | Agree
  | ClearSeat
  | Remove
  | Lock
  | Again
  | Hint
  | Ping;
export type ToClient = Welcome | News | Accepted | Hinted | Refused | People | Pong | Bye;

/**
 * A table to be made. The options are the game's own: see /api/games.
 */
export interface NewTable {
  game: string;
  options?: {
    [k: string]: string | number | boolean;
  };
  /**
   * @minItems 1
   * @maxItems 8
   */
  seats: (MySeat | BotSeat | FreeSeat)[];
  name?: string | null;
  pace?: number | null;
}
/**
 * The seat of whoever makes the table.
 */
export interface MySeat {
  kind: 'me';
}
/**
 * A bot's seat.
 */
export interface BotSeat {
  kind: 'bot';
  bot?: string | null;
}
/**
 * A seat for whoever comes by the link.
 */
export interface FreeSeat {
  kind: 'free';
}
/**
 * What a guest wants to be called, and in which language to read.
 */
export interface Me {
  name?: string | null;
  language?: ('en' | 'ru' | 'uk' | 'pl' | 'fr' | 'es') | null;
}
/**
 * The name of a seat, reported.
 */
export interface NameReport {
  seat: number;
}
/**
 * What `navigator.credentials.create` has given.
 */
export interface NewPasskeyAnswer {
  id: string;
  client_data: string;
  attestation: string;
}
/**
 * What `navigator.credentials.get` has given. `user` is empty where the browser gives none.
 */
export interface PasskeyAnswer {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user?: string;
}
/**
 * The first message: the last entry this client has seen, 0 for none, and from which
 * seat it saw them. May be said again, by a client that has lost its way.
 */
export interface Hello {
  type: 'hello';
  seen?: number;
  you?: number;
}
/**
 * One move of a turn by its number, made at the position after entry `at`.
 *
 * What others said or who sat down in between does not make it late; a move does.
 */
export interface MakeMove {
  type: 'move';
  id: string;
  at: number;
  move: number;
}
/**
 * Talk, where it is part of the game.
 */
export interface Say {
  type: 'say';
  id: string;
  statement: {
    [k: string]: string | number | null;
  };
}
/**
 * Take a free seat, or the one that one has left, also from a bot. Answered with a new
 * welcome, from that seat.
 *
 * Once the game has begun, all people seated must agree: it is refused with `asks_first`, they
 * are asked, and the welcome comes when all have agreed. A bot's seat can be asked for too, where
 * two people sit from the deal on. Where only one person sits, or no person has moved, a seat
 * that was free from the start is taken without asking.
 */
export interface Sit {
  type: 'sit';
  id: string;
  seat: number;
}
/**
 * Give up one's seat; the table may then hand it to a bot.
 */
export interface Leave {
  type: 'leave';
  id: string;
}
/**
 * Let a bot play a seat: a free one, one's own, or that of somebody who is away.
 *
 * With `bot: null` the seat is given back: one's own or, until the game begins, a bot's, which
 * is free then.
 */
export interface HandOver {
  type: 'hand_over';
  id: string;
  seat: number;
  bot: string | null;
}
/**
 * Say yes or no to somebody who asks for a seat: see `asks` of a welcome. For people who sit
 * there. It makes an entry only when it was the last yes.
 */
export interface Agree {
  type: 'agree';
  id: string;
  seat: number;
  yes: boolean;
}
/**
 * Free the seat of somebody who is on turn and does not move. For the maker of a table; that
 * player may come back.
 */
export interface ClearSeat {
  type: 'clear_seat';
  id: string;
  seat: number;
}
/**
 * Send somebody away from a seat, for good. For the maker of a table.
 */
export interface Remove {
  type: 'remove';
  id: string;
  seat: number;
}
/**
 * Close a table to new players, or open it again. For its maker. Who has a seat, or left one,
 * is not new; watchers may come.
 */
export interface Lock {
  type: 'lock';
  id: string;
  locked: boolean;
}
/**
 * Ask for another game with the same people, once this one is over. All who ask, one
 * after another or at once, are led to the same new table.
 */
export interface Again {
  type: 'again';
  id: string;
}
/**
 * Ask what a bot would do here and why, on one's own turn. Answered with `hinted`; nobody else
 * is told, and nothing is written down. It counts as several messages (`hint_costs`).
 */
export interface Hint {
  type: 'hint';
  id: string;
}
/**
 * Answered with a pong.
 */
export interface Ping {
  type: 'ping';
}
/**
 * Whether the server opens tables. Until it does, whoever asks for one waits.
 */
export interface Readiness {
  ready: boolean;
  compiling: CompilingInfo | null;
}
/**
 * What the server compiles before it opens tables: once, after it was installed or updated.
 */
export interface CompilingInfo {
  done: number;
  seconds: number;
}
/**
 * A game, what can be chosen, and its bots.
 */
export interface GameInfo {
  game: string;
  title: string;
  least_players: number;
  most_players: number;
  talks: boolean;
  lesson: boolean;
  options: OptionInfo[];
  bots: string[];
  best_bot: string;
}
/**
 * One thing to agree on before the first card. `default: null` follows from the others.
 */
export interface OptionInfo {
  name: string;
  kind: 'whole' | 'choice' | 'switch';
  about: string;
  clauses: string[];
  default: string | number | boolean | null;
  low: number | null;
  high: number | null;
  names: {
    [k: string]: number;
  };
  readings: string[];
  by_language: boolean;
  shown: 'first' | 'more' | 'never';
}
/**
 * A table as everybody may see it; `you` is your seat, -1 for none.
 */
export interface TableInfo {
  table: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  seats: SeatInfo[];
  you: number;
  turn: number;
  over: boolean;
  created: number;
}
/**
 * Who sits there. `bot` is set while a bot plays, also for a person who is away.
 */
export interface SeatInfo {
  kind: 'person' | 'bot' | 'free';
  name: string;
  bot: string | null;
  online: boolean;
}
/**
 * The name of a new table, and the link to give to friends.
 */
export interface MadeTable {
  table: string;
  link: string;
}
/**
 * A private link: whoever opens it plays this seat from then on.
 */
export interface SeatLink {
  token: string;
  link: string;
}
/**
 * What a private link is for.
 */
export interface MovedSeat {
  table: string;
  seat: number;
  name: string;
}
/**
 * You, as your cookie says.
 */
export interface MeInfo {
  name: string;
  language: string;
}
/**
 * The rules of a game in a language; English where they have not been translated.
 */
export interface RulebookPage {
  game: string;
  title: string;
  language: string;
  blocks: RulebookBlock[];
}
/**
 * A part of a rulebook: text as HTML, or a picture in the game's own notation.
 */
export interface RulebookBlock {
  html: string;
  picture: string;
  lines: string[];
}
/**
 * A lesson in a game.
 */
export interface Lesson {
  game: string;
  title: string;
  scenes: LessonScene[];
}
/**
 * A position as a table welcomes the learner to it, and the steps from there.
 */
export interface LessonScene {
  title: string;
  welcome: Welcome;
  steps: LessonStep[];
}
/**
 * The answer to hello: where the table stands, and the entries after `since`.
 *
 * `since` is what the client said it has seen, or 0: then it forgets what it had. It is later
 * where too much has happened to tell it all. What the rules have covered up meanwhile is not
 * told again: a trick that was turned over (S-4).
 */
export interface Welcome {
  table: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  you: number;
  old_seat: number;
  seats: SeatInfo[];
  watchers: number;
  bots: string[];
  best_bot: string;
  seq: number;
  since: number;
  entries: Told[];
  screen: unknown;
  yours: boolean;
  locked: boolean;
  asks: SeatAsk[];
  type: 'welcome';
}
/**
 * What one entry of the log tells this viewer: perhaps nothing, or no longer anything.
 */
export interface Told {
  seq: number;
  events: unknown[];
}
/**
 * Somebody asks for a seat; the people of these seats have agreed.
 */
export interface SeatAsk {
  seat: number;
  name: string;
  agreed: number[];
}
/**
 * What the learner is told, and the move that leads on: `null` where there is only something to
 * read. After it comes the news.
 */
export interface LessonStep {
  text: string;
  right: number | null;
  wrong: {
    [k: string]: string;
  };
  news: News[];
}
/**
 * New entries, and what the table looks like after them; `seats` if they changed.
 */
export interface News {
  seq: number;
  entries: Told[];
  screen: unknown;
  seats: SeatInfo[] | null;
  type: 'news';
}
/**
 * A finished game as a seat saw it: the deal, and everything that came after it.
 */
export interface Replay {
  welcome: Welcome;
  news: News[];
}
/**
 * The answer to whatever could not be done.
 */
export interface Failed {
  error: Problem;
}
/**
 * What was wrong, for programs and for people.
 */
export interface Problem {
  kind: string;
  code: string;
  why: string;
}
/**
 * How long this server keeps what, in days; 0 is for ever.
 */
export interface PrivacyInfo {
  names_days: number;
  unfinished_days: number;
  finished_days: number;
}
/**
 * Your data is gone.
 */
export interface Deleted {
  tables: number;
}
/**
 * It was taken down for the operator.
 */
export interface Reported {
  new: boolean;
}
/**
 * Your account, if you have one: it has passkeys. They work at one address only, `works_at`,
 * which is empty where they do not at all.
 */
export interface AccountInfo {
  passkeys: PasskeyInfo[];
  most_passkeys: number;
  works_at: string;
  before: BeforeInfo | null;
}
/**
 * One of your passkeys. `synced`: your devices share it.
 */
export interface PasskeyInfo {
  id: string;
  name: string;
  synced: boolean;
  created: number;
  used: number;
}
/**
 * What was played on this device before you signed in, and could be taken along.
 */
export interface BeforeInfo {
  tables: string[];
  finished: number;
}
/**
 * What to ask the browser for, and the ticket that goes with its answer, for five minutes.
 */
export interface AskPasskey {
  ticket: string;
  options: {
    [k: string]: unknown;
  };
}
/**
 * Your finished games, the newest first: some of them, and whether there are more.
 */
export interface GamesPlayed {
  totals: GameTotals[];
  games: FinishedGame[];
  more: boolean;
}
/**
 * All your finished games of one kind.
 */
export interface GameTotals {
  game: string;
  games: number;
  won: number;
  score: number;
  best: number;
}
/**
 * A game that you have played to its end.
 */
export interface FinishedGame {
  table: string;
  game: string;
  seat: number;
  players: number;
  score: number;
  won: boolean;
  finished: number;
  kept: boolean;
}
/**
 * Who you are now. For five minutes `proof` says that you have just shown a passkey.
 */
export interface SignedIn {
  name: string;
  language: string;
  proof: string;
}
/**
 * What is yours now.
 */
export interface TakenAlong {
  finished: number;
}
/**
 * A command was done, as entry `seq`; for what makes no entry, that is the last one.
 */
export interface Accepted {
  id: string;
  seq: number;
  type: 'accepted';
}
/**
 * What the bot `bot` would do at the position of entry `at`, from your view: a move by its
 * number, and `name` as one would type it. `code` and `values` let the client say why in any
 * language, `why` does so in English; all are empty where the bot cannot tell.
 */
export interface Hinted {
  id: string;
  at: number;
  move: number;
  name: string;
  bot: string;
  code: string;
  values: {
    [k: string]: string | number;
  };
  why: string;
  type: 'hinted';
}
/**
 * A command was not done. `code` and `values` let the client say why in any language.
 *
 * `not_kept`: nobody's fault; the server could not write it down.
 */
export interface Refused {
  id: string | null;
  kind: 'not_understood' | 'not_legal' | 'not_yours' | 'too_late' | 'too_fast' | 'not_kept';
  code: string;
  why: string;
  values: {
    [k: string]: string | number;
  };
  clause: string;
  type: 'refused';
}
/**
 * Somebody came or went, or asks for a seat: who is there now.
 */
export interface People {
  seats: SeatInfo[];
  watchers: number;
  locked: boolean;
  asks: SeatAsk[];
  type: 'people';
}
/**
 * The answer to ping.
 */
export interface Pong {
  type: 'pong';
}
/**
 * The server closes this connection. `restart`, `too_slow`: come back in a moment.
 * `signed_out`: the cookie that came with it counts no more.
 */
export interface Bye {
  reason:
    | 'restart'
    | 'not_understood'
    | 'too_fast'
    | 'too_large'
    | 'too_slow'
    | 'no_table'
    | 'full'
    | 'silent'
    | 'closed'
    | 'banned'
    | 'too_many'
    | 'signed_out';
  type: 'bye';
}
/**
 * Somebody sat down or left (`name` says who), or a seat went to a bot and back.
 *
 * `stands_in`: a bot plays for a person; `back`: the person plays again; `freed`: a bot
 * left its seat; `moved`: the person went on with the game on another device; `cleared`,
 * `removed`: the maker of the table freed the seat; `locked`, `unlocked`: who made the table
 * closed it to new players, or opened it (`seat` is the maker's, -1 for none).
 *
 * Until the first move is made the cards are dealt anew when somebody leaves: that seat has
 * been looked through.
 */
export interface SeatChanged {
  seat: number;
  change:
    | 'sat'
    | 'left'
    | 'bot'
    | 'stands_in'
    | 'back'
    | 'freed'
    | 'moved'
    | 'cleared'
    | 'removed'
    | 'locked'
    | 'unlocked';
  name: string;
  event: 'seat';
}
/**
 * Somebody asked for another game: it is played at `table`, where the same people sit.
 */
export interface GoesOn {
  seat: number;
  name: string;
  table: string;
  event: 'goes_on';
}
