import type { TemplateField } from '@foja/contracts/template-fields'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AppDeps } from '../../../deps.ts'
import type { ReceivedDocument } from '../../documents/public.ts'
import {
  asSource,
  fillPdf,
  insertTemplate,
  receivedFilled,
  requireValues,
  storeBase,
  type UsableBase,
} from '../../templates/public.ts'
import { leaseAct, sampleTemplates, type SampleTemplate } from './sample-templates.ts'

type Deps = Pick<AppDeps, 'store' | 'renderer' | 'filler'>

export type PreparedTemplate = { sample: SampleTemplate; base: UsableBase; fields: TemplateField[] }

const locale = 'es-EC'
const dayMs = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Stores the PDFs of the sample templates and detects their form fields. */
export async function prepareTemplates(deps: Deps): Promise<PreparedTemplate[]> {
  const prepared: PreparedTemplate[] = []
  for (const sample of sampleTemplates) {
    const pdf = await readFile(fileURLToPath(new URL(`../../../../assets/samples/${sample.file}`, import.meta.url)))
    const { fields } = await deps.filler.detectFields(pdf)
    prepared.push({ sample, base: await storeBase(deps, pdf), fields: sample.fields(fields) })
  }
  return prepared
}

/** Fills and stores the act of the lease case, dated `at`. */
export async function fillAct(
  deps: Deps,
  { base, fields }: PreparedTemplate,
  nombre: string,
  mediator: string,
  at: Date,
): Promise<ReceivedDocument> {
  const template = { ...base, fields, locale } as const
  const data = leaseAct(dayOf(at), dayOf(new Date(at.getTime() + 90 * dayMs)), mediator)
  const bytes = await fillPdf(deps, { ...template, values: requireValues(template, data) })
  const stored = await deps.store.put(asSource(bytes), { maxBytes: bytes.byteLength })
  return receivedFilled(nombre, stored, base)
}

/** Creation time of a sample template. */
export const createdAt = ({ sample }: PreparedTemplate, now: Date): Date =>
  new Date(now.getTime() - sample.daysAgo * dayMs)

/** Inserts a sample template into the sample company; returns its id. */
export async function insertPrepared(
  trx: Transaction<Database>,
  { sample, base, fields }: PreparedTemplate,
  office: { id: string; maker: string },
  at: Date,
): Promise<string> {
  const owner = { company: office.id, createdBy: office.maker, at }
  return await insertTemplate(trx, { ...owner, name: sample.name, locale, fields, base })
}
