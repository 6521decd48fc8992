import { bodyOf, createCase, type Caller } from '../../apps/server/test/office.ts'
import { startNewProcess, type NewProcess } from '../../apps/server/test/server-process.ts'
import { ask, attackerAddress, crowd, pause, visitorAddress, watch, type Watched } from './attacker.ts'

/** One measured figure beside the wanted one. */
export type Finding = { attack: string; what: string; found: string; wanted: string; holds: boolean }

/** Wanted: memory grows by at most this many megabytes, and a visitor waits less than this many milliseconds. */
const mostGrowth = 100
const mostWait = 200

const say = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
    .join(', ') || 'none'

function memoryAndReadiness(attack: string, { before, peak, after, quiet, slowest, answers }: Watched): Finding[] {
  return [
    {
      attack,
      what: 'memory before, peak, after (MB)',
      found: `${before}, ${peak} (+${peak - before}), ${after}`,
      wanted: `+${mostGrowth} at most`,
      holds: peak - before <= mostGrowth,
    },
    {
      attack,
      what: `slowest of ${answers} readiness answers (ms)`,
      found: `${slowest} (before: ${quiet})`,
      wanted: `< ${mostWait}`,
      holds: slowest < mostWait,
    },
  ]
}

const connections = (attack: string, made: number, wanted: number): Finding => ({
  attack,
  what: 'connections made',
  found: `${made} of ${wanted}`,
  wanted: 'all',
  holds: made === wanted,
})

const head = (lines: string[]) =>
  Buffer.from(['POST /api/v1/forgot_password/ HTTP/1.1', 'host: x', ...lines, ''].join('\r\n'))

/** Unfinished bodies: all but the last byte of what the request announces. */
async function unfinishedBodies(process: NewProcess, size: number): Promise<Finding[]> {
  const attack = `6,000 unfinished bodies of ${size.toLocaleString('en')} bytes`
  const bytes = [
    head(['content-type: application/json', `content-length: ${size}`, '']),
    Buffer.alloc(size - 1, '{"email":"', 'latin1'),
  ]
  let [made, left] = [0, 0]
  let statuses: Record<string, number> = {}
  const watched = await watch(process, async () => {
    const many = await crowd(process.server.origin, 6000, bytes)
    made = many.connected
    await pause(40_000)
    left = many.open()
    statuses = many.statuses
    many.end()
  })
  return [
    connections(attack, made, 6000),
    ...memoryAndReadiness(attack, watched),
    { attack, what: 'connections open after 40 s', found: String(left), wanted: '0', holds: left === 0 },
    { attack, what: 'answers', found: say(statuses), wanted: 'refusals', holds: Object.keys(statuses).length > 0 },
  ]
}

/** Bodies with 90,000 unknown keys on four connections, then small ones until the address is slowed down. */
async function manyKeys(process: NewProcess): Promise<Finding[]> {
  const attack = '90,000 keys on four connections'
  const url = new URL('/api/v1/check_link/', process.server.origin)
  const keys = Array.from({ length: 90_000 }, (_, i) => `"k${String(i).padStart(5, '0')}":0`)
  const bodies = { large: Buffer.from(`{${keys.join(',')}}`), small: Buffer.from('{"a":1}') }
  const statuses: Record<string, number> = {}
  let largest = 0
  const send = async (body: Buffer, times: number) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    for (let i = 0; i < times; i += 1) {
      const answer = await ask(url, { from: attackerAddress, method: 'POST', headers, body })
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      largest = Math.max(largest, answer.bytes)
    }
  }
  const lanes = (body: Buffer, times: number) => Promise.all(Array.from({ length: 4 }, () => send(body, times)))
  const watched = await watch(process, async () => {
    await lanes(bodies.large, 5)
    await lanes(bodies.small, 100)
  })
  const refused = (statuses['413'] ?? 0) + (statuses['0'] ?? 0)
  return [
    ...memoryAndReadiness(attack, watched),
    { attack, what: 'largest answer (bytes)', found: String(largest), wanted: '≤ 16,384', holds: largest <= 16_384 },
    {
      attack,
      what: 'answers to 20 large and 400 small bodies',
      found: say(statuses),
      wanted: '20 × 413, and 429',
      holds: refused === 20 && (statuses['429'] ?? 0) > 0,
    },
  ]
}

async function sharedLink(caller: Caller, password: string): Promise<string> {
  const { document } = await createCase(caller)
  const answer = await caller.post('/api/v1/create_share_document/', { id_documento: document.id_documento, password })
  return (await bodyOf<{ share: string }>(answer, 201)).share
}

/** Wrong passwords of a shared link from `addresses` addresses, ten each; then the right one from another address. */
async function wrongPasswords({ server, caller }: NewProcess, addresses: number): Promise<Finding[]> {
  const attack = `${addresses * 10} wrong passwords of a shared link from ${addresses} address${addresses > 1 ? 'es' : ''}`
  const password = 'los gatos leen el diario'
  const url = new URL('/api/v1/get_document_share/', server.origin)
  url.searchParams.set('share', await sharedLink(caller, password))
  const statuses: Record<string, number> = {}
  for (let i = 0; i < addresses * 10; i += 1) {
    const from = `127.0.1.${1 + Math.floor(i / 10)}`
    const { status } = await ask(url, { from, headers: { 'x-share-password': `no es ${i}` } })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const { status, retryAfter } = await ask(url, { from: visitorAddress, headers: { 'x-share-password': password } })
  const found = retryAfter === undefined ? String(status) : `${status}, after ${retryAfter} s`
  return [
    {
      attack,
      what: 'answers to the wrong ones',
      found: say(statuses),
      wanted: '400 and 429',
      holds: !('200' in statuses),
    },
    { attack, what: 'answer to the right one from elsewhere', found, wanted: '200', holds: status === 200 },
  ]
}

/** Requests whose headers never end. */
async function halfSentRequests(process: NewProcess): Promise<Finding[]> {
  const attack = '15,000 half-sent requests'
  const bytes = [head(['content-type: application/json'])]
  let [made, soon, late] = [0, 0, 0]
  const watched = await watch(process, async () => {
    const many = await crowd(process.server.origin, 15_000, bytes)
    made = many.connected
    await pause(2000)
    soon = many.open()
    await pause(25_000)
    late = many.open()
    many.end()
  })
  return [
    connections(attack, made, 15_000),
    ...memoryAndReadiness(attack, watched),
    { attack, what: 'connections open after 2 s', found: String(soon), wanted: '≤ 1,000', holds: soon <= 1000 },
    { attack, what: 'connections open after 27 s', found: String(late), wanted: '0', holds: late === 0 },
  ]
}

const attacks: readonly ((process: NewProcess) => Promise<Finding[]>)[] = [
  (process) => unfinishedBodies(process, 1_000_000),
  (process) => unfinishedBodies(process, 16_000),
  manyKeys,
  (process) => wrongPasswords(process, 1),
  (process) => wrongPasswords(process, 5),
  halfSentRequests,
]

/** Floods new servers on this computer, one attack each. Linux only: measures by /proc and loopback addresses. */
export async function attackServers(tell: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const attack of attacks) {
    const process = await startNewProcess()
    try {
      const found = await attack(process)
      findings.push(...found)
      for (const { attack: name, what, found: figure } of found) tell(`${name}: ${what}: ${figure}`)
    } finally {
      await process.stop()
    }
  }
  return findings
}

/** The findings as a table: found, wanted, ok or no. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [
    ['attack', 'figure', 'found', 'wanted', ''],
    ...findings.map(({ attack, what, found, wanted, holds }) => [attack, what, found, wanted, holds ? 'ok' : 'no']),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
