import { endpoints } from '@foja/contracts/endpoints'
import type { Shot } from './permitted.ts'

type Counts = Record<string, number>

export type ProblemKind = '5xx' | 'broken contract' | 'foreign words' | 'forbidden' | 'no answer' | 'broken job'

export type FuzzReport = {
  requests: number
  /** Number of responses per status. */
  statuses: Counts
  /** Number of responses per endpoint and status. */
  calls: Record<string, Counts>
  /** Requests per sender, and how many of them succeeded. */
  senders: Record<string, { sent: number; done: number }>
  /** Number of requests per kind of object they named. */
  objects: Counts
  problems: { kind: ProblemKind; text: string }[]
}

export const emptyReport = (): FuzzReport => ({
  requests: 0,
  statuses: {},
  calls: {},
  senders: {},
  objects: {},
  problems: [],
})

const add = (counts: Counts, key: string, amount = 1) => void (counts[key] = (counts[key] ?? 0) + amount)

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}|[\w-]{32,43}/g

/** Kinds of the objects that a request names, in its first few thousand characters. */
function kindsIn({ plan }: Shot, kinds: ReadonlyMap<string, string>): Set<string> {
  const text = `${plan.path.slice(0, 2000)} ${plan.body?.subarray(0, 4000).toString('latin1') ?? ''}`
  const named = Array.from(text.matchAll(ids), ([id]) => kinds.get(id)).filter((kind) => kind !== undefined)
  return new Set(named)
}

export function countIn(report: FuzzReport, shot: Shot, status: number, kinds: ReadonlyMap<string, string>): void {
  const { sender, plan } = shot
  report.requests += 1
  add(report.statuses, String(status))
  if (plan.endpoint !== null) add((report.calls[plan.endpoint.name] ??= {}), String(status))
  const who = (report.senders[sender.name] ??= { sent: 0, done: 0 })
  who.sent += 1
  if (status < 300) who.done += 1
  for (const kind of kindsIn(shot, kinds)) add(report.objects, kind)
}

/** Adds the counts of `more` to `report`. */
export function addReports(report: FuzzReport, more: FuzzReport): void {
  report.requests += more.requests
  for (const [status, count] of Object.entries(more.statuses)) add(report.statuses, status, count)
  for (const [kind, count] of Object.entries(more.objects)) add(report.objects, kind, count)
  for (const [name, counts] of Object.entries(more.calls)) {
    const call = (report.calls[name] ??= {})
    for (const [status, count] of Object.entries(counts)) add(call, status, count)
  }
  for (const [name, { sent, done }] of Object.entries(more.senders)) {
    const who = (report.senders[name] ??= { sent: 0, done: 0 })
    who.sent += sent
    who.done += done
  }
  report.problems.push(...more.problems)
}

/** Endpoints that cannot succeed here, with the reason. Tests of their own prove them. */
const cannotSucceed: Record<string, string> = { makeBackup: 'the server of the fuzzer has no folder for backups' }

/** Endpoints that never succeeded, about which nothing was proven. */
export const neverDone = ({ calls }: FuzzReport): string[] =>
  endpoints
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(cannotSucceed, name))
    .filter((name) => !Object.keys(calls[name] ?? {}).some((status) => status < '300'))

/** From this many requests on, each endpoint must have succeeded. */
const enough = 20_000

export const notDoneIn = (report: FuzzReport): string[] => (report.requests < enough ? [] : neverDone(report))

const listed = (counts: Counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(' · ')

/** Summary of a run, in lines. */
export function figuresOf(report: FuzzReport, ms: number): string {
  const of = (kind: ProblemKind) => report.problems.filter((problem) => problem.kind === kind).length
  const never = neverDone(report)
  const who = Object.entries(report.senders).map(([name, { sent, done }]) => [name, `${done} of ${sent}`] as const)
  return [
    `requests sent      ${report.requests} (${Math.round((report.requests * 1000) / ms)} a second)`,
    `statuses           ${listed(report.statuses)}`,
    `done for           ${who.map(([name, text]) => `${name}: ${text}`).join(' · ')}`,
    `about objects      ${listed(report.objects)}`,
    `calls that worked  ${endpoints.length - never.length} of ${endpoints.length}${never.length === 0 ? '' : `, not ${never.join(', ')}`}`,
    `5xx                ${of('5xx')}`,
    `broken contracts   ${of('broken contract')}`,
    `foreign words      ${of('foreign words')}`,
    `forbidden          ${of('forbidden')}`,
    `without an answer  ${of('no answer')}`,
    `broken jobs        ${of('broken job')}`,
  ].join('\n')
}
