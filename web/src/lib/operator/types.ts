// What an operator asks and is told.
// Made by tools/make_types.py from the server's models: change those and run it again.

/**
 * Any type of this file.
 */
export type AnyType =
  | OperatorSignIn
  | NewBan
  | ClearName
  | Settle
  | SessionInfo
  | Overview
  | BanInfo
  | Done
  | AuditInfo
  | ReportInfo
  | WatchedSeat
  | WatchedTable
  | WorkerInfo;

/**
 * The operator's secret.
 */
export interface OperatorSignIn {
  secret: string;
}
/**
 * Keep a guest out, or whoever comes from an address, of IPv6 from its /64.
 */
export interface NewBan {
  kind: 'guest' | 'address';
  subject: string;
  reason?: string;
  hours: number;
}
/**
 * Take a name from a guest, at all tables.
 */
export interface ClearName {
  guest: string;
  name: string;
}
/**
 * What is to become of a report.
 */
export interface Settle {
  action: 'clear' | 'dismiss';
}
/**
 * Whether one is signed in as the operator.
 */
export interface SessionInfo {
  open: boolean;
}
/**
 * All that an operator sees.
 */
export interface Overview {
  at: number;
  workers: WorkerInfo[];
  reports: ReportInfo[];
  bans: BanInfo[];
  audit: AuditInfo[];
}
/**
 * One process: `delay` is by how much its loop was late in the last ten seconds, `memory` in
 * bytes; `bots` are tables with one at work, `bots_waiting` moves that wait for a slow one.
 */
export interface WorkerInfo {
  connections: number;
  live: number;
  bots: number;
  bots_waiting: number;
  memory: number;
  delay: number;
  entries_a_second: number;
  tables: WatchedTable[];
}
/**
 * A live table, without its cards. Times are in seconds since 1970.
 */
export interface WatchedTable {
  table: string;
  game: string;
  created: number;
  last: number;
  entries: number;
  over: boolean;
  connections: number;
  watchers: number;
  seats: WatchedSeat[];
}
/**
 * Who sits there, and where they are connected from.
 */
export interface WatchedSeat {
  kind: 'person' | 'bot' | 'free';
  name: string;
  online: boolean;
  guest: string | null;
  addresses: string[];
}
/**
 * A name that somebody has reported.
 */
export interface ReportInfo {
  id: string;
  table: string;
  seat: number;
  name: string;
  guest: string;
  at: number;
  times: number;
}
/**
 * Somebody who is kept out.
 */
export interface BanInfo {
  id: string;
  kind: 'guest' | 'address';
  subject: string;
  reason: string;
  since: number;
  until: number;
}
/**
 * What an operator did.
 */
export interface AuditInfo {
  at: number;
  action: string;
  subject: string;
  detail: string;
}
/**
 * It was done.
 */
export interface Done {
  done: boolean;
}
