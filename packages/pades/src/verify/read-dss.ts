import { type Certificate, parseCertificate } from '../certificate.ts'
import { type Crl, parseCrl } from '../crl/crl.ts'
import { PadesError } from '../errors.ts'
import { type OcspResponse, parseOcspResponse } from '../ocsp/response.ts'
import type { PdfFile } from '../pdf/file.ts'
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import { type WorkBudget, WorkBudgetError } from '../work-budget.ts'
import { itemsOf } from './changed-objects.ts'

/** Something of the validation data and where its stream ends in the file: what a later timestamp has to cover. */
export type Placed<T> = { value: T; end: number }

/** What /DSS holds (ISO 32000-2 §12.8.4.3), each with the save that brought it. */
export type Dss = {
  certificates: Certificate[]
  ocsps: Placed<OcspResponse>[]
  crls: Placed<Crl>[]
}

/** An archive of a hundred signatures holds some hundreds of each; more only serves to keep a verifier busy. */
const MAX_ITEMS = 1024
/** Steps of the budget: reading a certificate or a response takes about as long as so many objects of a file. */
const ITEM_STEPS = 2000
const BYTES_PER_STEP = 64
/**
 * Bytes that all streams may decode to together: two of the largest national lists, and more than any archive that is
 * seen. A megabyte can be packed into a thousand bytes, and what is decoded stays in memory until the verdict.
 */
const MAX_DECODED = 128 << 20

type Kind = 'certificates' | 'ocsps' | 'crls'
const shared: Record<string, Kind> = { Certs: 'certificates', OCSPs: 'ocsps', CRLs: 'crls' }
const ofOneSignature: Record<string, Kind> = { Cert: 'certificates', OCSP: 'ocsps', CRL: 'crls' }

/** Object numbers by kind, each once: /VRI mostly repeats what stands in the shared lists. */
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

/** Counts what is decoded, by every filter on the way, and refuses more than is good. */
function newMeter(budget: WorkBudget): (bytes: number) => void {
  let left = MAX_DECODED
  return (bytes) => {
    budget.spend(bytes / BYTES_PER_STEP)
    left -= bytes
    if (left < 0) throw new PadesError('pdf_damaged', { reason: 'validation data is too large' })
  }
}

/** What cannot be read is as good as absent: it can only be missed, never make a verdict better. */
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
      // before it is decoded: once too much was, nothing more is
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
 * The validation data of the file (ISO 32000-2 §12.8.4.3, ETSI EN 319 142-1 §5.4.2): /DSS and its /VRI. Nothing in it is
 * signed, so nothing of it is believed: certificates only help to build chains, and responses and lists count by their
 * own signatures.
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
    // an exhausted budget shows again at the next step of each signature, which then stays undecided
    if (error instanceof PadesError || error instanceof WorkBudgetError) return NOTHING
    throw error
  }
}
