import { type Certificate, parseCertificate } from '../certificate.ts'
import { type Crl, parseCrl } from '../crl/crl.ts'
import { PadesError } from '../errors.ts'
import { type OcspResponse, parseOcspResponse } from '../ocsp/response.ts'
import type { PdfFile } from '../pdf/file.ts'
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import { type WorkBudget, WorkBudgetError } from '../work-budget.ts'
import { itemsOf } from './changed-objects.ts'

/** An item of the validation data and the end of its stream in the file, which a later timestamp must cover. */
export type Placed<T> = { value: T; end: number }

/** Contents of /DSS (ISO 32000-2 §12.8.4.3), each item with its save. */
export type Dss = {
  certificates: Certificate[]
  ocsps: Placed<OcspResponse>[]
  crls: Placed<Crl>[]
}

/** An archive of a hundred signatures has some hundreds of each; more only keep a verifier busy. */
const MAX_ITEMS = 1024
/** Cost of parsing a certificate or response, in steps of the budget. */
const ITEM_STEPS = 2000
const BYTES_PER_STEP = 64
/**
 * Total decoded size of all streams: two of the largest national lists, and more than any real archive. A megabyte can
 * be compressed to a thousand bytes, and decoded data stay in memory until the verdict.
 */
const MAX_DECODED = 128 << 20

type Kind = 'certificates' | 'ocsps' | 'crls'
const shared: Record<string, Kind> = { Certs: 'certificates', OCSPs: 'ocsps', CRLs: 'crls' }
const ofOneSignature: Record<string, Kind> = { Cert: 'certificates', OCSP: 'ocsps', CRL: 'crls' }

/** Object numbers by kind, without duplicates: /VRI mostly repeats the shared lists. */
function collect(file: PdfFile, dss: PdfDict, budget: WorkBudget): Map<Kind, Set<number>> {
  const found = new Map<Kind, Set<number>>([
    ['certificates', new Set()],
    ['ocsps', new Set()],
    ['crls', new Set()],
  ])
  const add = (list: PdfValue, kind: Kind): void => {
    const numbers = found.get(kind)
    for (const item of itemsOf(file, list)) {
      budget.spend(1)
      if (item instanceof PdfRef && numbers && numbers.size < MAX_ITEMS) numbers.add(item.number)
    }
  }
  for (const [key, kind] of Object.entries(shared)) add(dss.get(key), kind)
  for (const entry of file.dict(dss.get('VRI'))?.entries.values() ?? []) {
    const vri = file.dict(entry)
    for (const [key, kind] of Object.entries(ofOneSignature)) if (vri) add(vri.get(key), kind)
  }
  return found
}

/** Counts the decoded bytes of every filter, and refuses too many. */
function newMeter(budget: WorkBudget): (bytes: number) => void {
  let left = MAX_DECODED
  return (bytes) => {
    budget.spend(bytes / BYTES_PER_STEP)
    left -= bytes
    if (left < 0) throw new PadesError('pdf_damaged', { reason: 'validation data is too large' })
  }
}

/** Unreadable data count as absent: that can only leave a verdict open, never improve it. */
function readEach<T>(
  file: PdfFile,
  numbers: Iterable<number>,
  read: (data: Uint8Array) => T,
  { budget, meter }: { budget: WorkBudget; meter: (bytes: number) => void },
) {
  const items: Placed<T>[] = []
  for (const number of numbers) {
    try {
      const stream = file.load(number)?.value
      if (!(stream instanceof PdfStream)) continue
      budget.spend(ITEM_STEPS)
      // checked before decoding: beyond the limit nothing more is decoded
      meter(file.streamLength(stream))
      const data = file.streamData(stream, meter)
      items.push({ value: read(data), end: stream.dataStart + file.streamLength(stream) })
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
    }
  }
  return items
}

const NOTHING: Dss = { certificates: [], ocsps: [], crls: [] }

/**
 * The validation data of the file (ISO 32000-2 §12.8.4.3, ETSI EN 319 142-1 §5.4.2): /DSS and its /VRI. It is unsigned
 * and so untrusted: certificates only help to build chains, and responses and lists count by their own signatures.
 */
export function readDss(file: PdfFile, budget: WorkBudget): Dss {
  try {
    const dss = file.dict(file.catalog.get('DSS'))
    if (!dss) return NOTHING
    const found = collect(file, dss, budget)
    const limits = { budget, meter: newMeter(budget) }
    return {
      certificates: readEach(file, found.get('certificates') ?? [], parseCertificate, limits).map(({ value }) => value),
      ocsps: readEach(file, found.get('ocsps') ?? [], parseOcspResponse, limits),
      crls: readEach(file, found.get('crls') ?? [], parseCrl, limits),
    }
  } catch (error) {
    // an exhausted budget fails the next step of each signature too, which then stays undecided
    if (error instanceof PadesError || error instanceof WorkBudgetError) return NOTHING
    throw error
  }
}
