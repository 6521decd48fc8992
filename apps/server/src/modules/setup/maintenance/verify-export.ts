import { type ChainCheck, type ChainFault, createChainCheck } from '@foja/db/events'
import { createHeadsDigest, hashOfRoot } from '@foja/db/history-roots'
import { type HistorySeal, shardCount, shardOf } from '@foja/db/history-seal'
import { describeTimestamp } from '@foja/pades/levels'
import type { Certificate } from '@foja/pades/certificate'
import { createHash } from 'node:crypto'
import { type ExportLine, exportLine } from './export-lines.ts'
import { readStamp } from './root-stamp.ts'

type Line<Kind extends ExportLine['kind']> = Extract<ExportLine, { kind: Kind }>
type Root = Line<'root'>

/**
 * What is wrong with an export:
 * - `line`: line `no` is not one of an export, or in the wrong place.
 * - `digest`: the digest at the end does not match, or the end is missing.
 * - `chain`: see `ChainFault`.
 * - `root`: its hash, its heads, its numbers, its link to the one before or its seal.
 * - `counter`, `chains`: the counters of chains, see `LedgerFault`.
 * - `stamp`: a timestamp of something else.
 * - `unknown_root`: the given root is not in the export.
 */
export type ExportFault =
  | { kind: 'line'; no: number }
  | { kind: 'digest' }
  | { kind: 'chain'; chain: string; fault: ChainFault; at: number | null }
  | { kind: 'root' | 'stamp' | 'unknown_root'; no: number }
  | { kind: 'counter'; shard: number }
  | { kind: 'chains'; count: number }

export type ExportChecks = {
  /** The key of the server; null: seals are not checked. */
  seal: HistorySeal | null
  /** A root known from the log or a letter; null: none. */
  root: { no: number; hash: string } | null
  /** Trusted timestamp authorities. */
  anchors: readonly Certificate[]
  onFault: (fault: ExportFault) => void
}

export type ExportVerdict = {
  chains: number
  events: number
  roots: number
  faults: number
  /** Timestamps that match their root. `trusted`: by a trusted authority. `events`: how many the root covers. */
  stamps: { no: number; time: Date; tsa: string; trusted: boolean; events: number }[]
  /** Events covered by the given root; null without one. */
  known: number | null
}

const genesis = '0'.repeat(64)

/** The roots: each is checked when the line after its heads arrives. */
function createRootsCheck({ seal, root: wanted, anchors }: ExportChecks, tell: (fault: ExportFault) => void) {
  /** Hashes that roots contain, by chain and number, until the event arrives. */
  const expected = new Map<string, Map<number, string>>()
  const ends = new Map<string, number>()
  const stamps: ExportVerdict['stamps'] = []
  let open: { root: Root; digest: ReturnType<typeof createHeadsDigest> } | null = null
  let previous = { no: 0, hash: genesis }
  let events = 0
  let known: number | null = null

  function stamp({ no, hash, token, events: covered }: Root) {
    if (token === null) return
    const found = readStamp(Buffer.from(token, 'base64'), hash)
    if (found === null) return tell({ kind: 'stamp', no })
    stamps.push({ no, ...describeTimestamp(found, { anchors: [...anchors] }), events: covered })
  }

  return {
    expected,
    stamps,
    begin(root: Root) {
      this.finish()
      open = { root, digest: createHeadsDigest() }
    },
    take({ chain, seq, hash }: Line<'root_head'>): boolean {
      if (open === null) return false
      open.digest.take({ chain, seq, hash })
      events += seq - (ends.get(chain) ?? 0)
      ends.set(chain, seq)
      const hashes = expected.get(chain) ?? new Map<number, string>()
      expected.set(chain, hashes.set(seq, hash))
      return true
    },
    finish() {
      if (open === null) return
      const { root, digest } = open
      open = null
      const { changed, heads } = digest.end()
      const isNext = root.no === previous.no + 1 && root.prev_hash === previous.hash
      const counts = root.changed === changed && root.chains === ends.size && root.events === events
      const isWhole = counts && root.heads === heads && hashOfRoot(root) === root.hash
      if (!isNext || !isWhole || seal?.holdsRoot(root) === false) tell({ kind: 'root', no: root.no })
      if (wanted?.no === root.no && wanted.hash === root.hash) known = root.events
      stamp(root)
      previous = { no: root.no, hash: root.hash }
    },
    end() {
      this.finish()
      if (wanted !== null && known === null) tell({ kind: 'unknown_root', no: wanted.no })
      return { roots: previous.no, known }
    },
  }
}

/** The chains: events in order, then the head. */
function createChainsCheck(
  seal: HistorySeal | null,
  expected: Map<string, Map<number, string>>,
  tell: (fault: ExportFault) => void,
) {
  const done = new Set<string>()
  let open: { chain: string; check: ChainCheck; lost: Map<number, string> } | null = null
  let chains = 0

  function finish(head: Line<'head'> | null) {
    if (open === null) return
    const { chain, check, lost } = open
    open = null
    done.add(chain)
    chains += 1
    const { fault, at } = check.end(head ?? undefined, seal)
    const [gone] = lost.keys()
    if (fault !== null) tell({ kind: 'chain', chain, fault, at })
    else if (gone !== undefined) tell({ kind: 'chain', chain, fault: 'root', at: gone })
  }

  return {
    event({ kind: _kind, ...row }: Line<'event'>): boolean {
      if (open !== null && open.chain !== row.chain) finish(null)
      if (done.has(row.chain)) return false
      open ??= { chain: row.chain, check: createChainCheck(), lost: new Map(expected.get(row.chain)) }
      open.check.take(row)
      if (open.lost.get(row.seq) === row.hash) open.lost.delete(row.seq)
      return true
    },
    head(head: Line<'head'>): boolean {
      if (open?.chain !== head.chain) return false
      finish(head)
      return true
    },
    end(): number {
      finish(null)
      for (const chain of expected.keys()) if (!done.has(chain)) tell({ kind: 'chain', chain, fault: 'missing', at: 1 })
      return chains
    },
  }
}

/** The numbers that counters gave to chains: each from 1 to the count exists once. */
function createCountersCheck(seal: HistorySeal | null, tell: (fault: ExportFault) => void) {
  const counts = new Map<number, number>()
  const seen = Array.from({ length: shardCount }, () => new Set<number>())
  let wrong = 0
  return {
    counter(counter: Line<'counter'>): boolean {
      if (counts.has(counter.shard)) return false
      counts.set(counter.shard, counter.chains)
      if (seal?.holdsCounter(counter) === false) tell({ kind: 'counter', shard: counter.shard })
      return true
    },
    head({ chain, no }: Line<'head'>) {
      const shard = shardOf(chain)
      const numbers = seen[shard]!
      if (no === null || no < 1 || no > (counts.get(shard) ?? 0) || numbers.has(no)) wrong += 1
      else numbers.add(no)
    },
    end() {
      for (const [shard, count] of counts) wrong += Math.max(0, count - (seen[shard]?.size ?? 0))
      if (wrong > 0) tell({ kind: 'chains', count: wrong })
    },
  }
}

/** The order of the kinds of lines in an export. Each check relies on having read what comes before. */
const sections: Record<ExportLine['kind'], number> = {
  'foja-history': 0,
  counter: 1,
  root: 2,
  root_head: 2,
  event: 3,
  head: 3,
  end: 4,
}

function parseLine(text: string): ExportLine | null {
  try {
    return exportLine.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Verifies an export line by line, without a database. Memory grows with the heads that roots contain. */
export async function verifyExport(lines: AsyncIterable<string>, checks: ExportChecks): Promise<ExportVerdict> {
  let faults = 0
  const tell = (fault: ExportFault) => {
    faults += 1
    checks.onFault(fault)
  }
  const roots = createRootsCheck(checks, tell)
  const chains = createChainsCheck(checks.seal, roots.expected, tell)
  const counters = createCountersCheck(checks.seal, tell)
  const digest = createHash('sha256')
  let no = 0
  let events = 0
  let section = 0
  let isEnded = false
  let isSound = false

  /** Returns false for a line in the wrong place. */
  function take(line: ExportLine | null): boolean {
    if (line === null || isEnded || (line.kind === 'foja-history') !== (no === 1)) return false
    if (sections[line.kind] < section) return false
    section = sections[line.kind]
    switch (line.kind) {
      case 'foja-history':
        return true
      case 'counter':
        return counters.counter(line)
      case 'root':
        roots.begin(line)
        return true
      case 'root_head':
        return roots.take(line)
      case 'event':
        roots.finish()
        events += 1
        return chains.event(line)
      case 'head':
        counters.head(line)
        return chains.head(line)
      default:
        isEnded = true
        isSound = line.events === events && line.sha256 === digest.digest('hex')
        return true
    }
  }

  for await (const text of lines) {
    no += 1
    if (!take(parseLine(text))) tell({ kind: 'line', no })
    if (!isEnded) digest.update(`${text}\n`)
  }
  const found = roots.end()
  const count = chains.end()
  counters.end()
  if (!isSound) tell({ kind: 'digest' })
  return { chains: count, events, ...found, stamps: roots.stamps, faults }
}
