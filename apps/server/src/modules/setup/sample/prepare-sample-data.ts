import { inMemory } from '../../../lib/in-memory.ts'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFile } from 'node:fs/promises'
import { createId } from '@foja/contracts/create-id'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { AppDeps, PrepareSampleData } from '../../../deps.ts'
import { documentSink, type ReceivedDocument } from '../../documents/public.ts'
import { insertCase, type Act, type Filing } from './insert-case.ts'
import { insertOffice, nameOffice, randomPasswordHash, type SampleOffice } from '../insert-office.ts'
import { sampleCases, type SampleDocument } from './sample-cases.ts'
import { sampleDates } from './sample-dates.ts'
import { sampleLogo } from './sample-people.ts'
import {
  fillPdf,
  insertTemplate,
  receivedFilled,
  requireValues,
  storeBase,
  type UsableBase,
} from '../../templates/public.ts'
import { leaseAct, sampleTemplates, type SampleTemplate } from './sample-templates.ts'

type TemplateDeps = Pick<AppDeps, 'store' | 'renderer' | 'filler'>

type PreparedTemplate = { sample: SampleTemplate; base: UsableBase; fields: TemplateField[] }

const locale = 'es-EC'
const dayMs = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Stores the PDFs of the sample templates and detects their form fields. */
async function prepareTemplates(deps: TemplateDeps): Promise<PreparedTemplate[]> {
  const prepared: PreparedTemplate[] = []
  for (const sample of sampleTemplates) {
    const pdf = await readFile(fileURLToPath(new URL(`../../../../assets/samples/${sample.file}`, import.meta.url)))
    const { fields } = await deps.filler.detectFields(pdf)
    prepared.push({ sample, base: await storeBase(deps, pdf), fields: sample.fields(fields) })
  }
  return prepared
}

/** Fills and stores the act of the lease case, dated `at`. */
async function fillAct(
  deps: TemplateDeps,
  { base, fields }: PreparedTemplate,
  nombre: string,
  mediator: string,
  at: Date,
): Promise<ReceivedDocument> {
  const template = { ...base, fields, locale } as const
  const data = leaseAct(dayOf(at), dayOf(new Date(at.getTime() + 90 * dayMs)), mediator)
  const bytes = await fillPdf(deps, { ...template, values: requireValues(template, data) })
  const stored = await deps.store.put(inMemory(bytes), { maxBytes: bytes.byteLength })
  return receivedFilled(nombre, stored, base, [])
}

/** Creation time of a sample template. */
const createdAt = ({ sample }: PreparedTemplate, now: Date): Date => new Date(now.getTime() - sample.daysAgo * dayMs)

/** Inserts a sample template into the sample company; returns its id. */
async function insertPrepared(
  trx: Transaction<Database>,
  { sample, base, fields }: PreparedTemplate,
  office: { id: string; maker: string },
  at: Date,
): Promise<string> {
  const owner = { company: office.id, createdBy: office.maker, at }
  return await insertTemplate(trx, { ...owner, name: sample.name, locale, fields, base })
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'renderer' | 'filler' | 'engine' | 'keys'>

const mostLogoBytes = 1024 * 1024

/** Fills the template of acts and stores it under a name. */
type Fill = (nombre: string) => Promise<ReceivedDocument>

const sampleFile = (name: string) => fileURLToPath(new URL(`../../../../assets/samples/${name}`, import.meta.url))

async function storeFile(deps: Deps, { file, nombre: name }: SampleDocument, fill: Fill): Promise<ReceivedDocument> {
  if (file === undefined) return await fill(name)
  return await documentSink({ ...deps, antivirus: null }, null).receive({
    index: 0,
    name,
    stream: createReadStream(sampleFile(file)),
  })
}

/** Inserts the templates. Returns the one of acts, and the events. */
async function insertTemplates(
  trx: Transaction<Database>,
  templates: readonly PreparedTemplate[],
  { id: id_company, people }: SampleOffice,
  now: Date,
): Promise<{ act: Filing['act']; acts: Act[] }> {
  const { id: actor, nombre: actor_label } = people.rocio
  const acts: Act[] = []
  let act = { id: '', name: '' }
  for (const template of templates) {
    const { name, key } = template.sample
    const at = createdAt(template, now)
    const id = await insertPrepared(trx, template, { id: id_company, maker: actor }, at)
    const data = { id_template: id, nombre: name }
    acts.push({ id_company, actor, actor_label, at, action: 'template.created', data })
    if (key === 'acta') act = { id, name }
  }
  return { act, acts }
}

const loginBeforeActMs = 20 * 60_000

/** Sets the last sign-in of each actor shortly before their last event. */
async function setLastLogins(trx: Transaction<Database>, acts: readonly Act[]): Promise<void> {
  const last = new Map(acts.map(({ actor, at }) => [actor, new Date(at.getTime() - loginBeforeActMs)]))
  for (const [actor, at] of last) {
    await trx
      .updateTable('app_user')
      .set({ last_login_at: at })
      .where('id', '=', actor ?? null)
      .where('last_login_at', '<', at)
      .execute()
  }
}

/**
 * Prepares the case files of a mediation centre in a company of its own. Files are stored before the transaction; if it
 * fails later, the sweeper removes them. Events are recorded in chronological order.
 */
export function sampleDataPreparer(deps: Deps): PrepareSampleData {
  return async () => {
    const now = deps.clock()
    const office = nameOffice()
    const templates = await prepareTemplates(deps)
    const ofActs = templates.find(({ sample }) => sample.key === 'acta')!
    const stored: ReceivedDocument[][] = []
    for (const [index, sample] of sampleCases.entries()) {
      const { created } = sampleDates(sample, now, index)
      const mediator = sample.mediator === undefined ? '' : office.people[sample.mediator].nombre
      const files: ReceivedDocument[] = []
      for (const document of sample.documents) {
        files.push(await storeFile(deps, document, async (nombre) => fillAct(deps, ofActs, nombre, mediator, created)))
      }
      stored.push(files)
    }
    const { key: logo_key } = await deps.store.put(createReadStream(sampleFile(sampleLogo)), {
      maxBytes: mostLogoBytes,
    })
    const prepared = { logo_key, password_hash: await randomPasswordHash() }
    return async (trx, admin) => {
      await insertOffice(trx, deps, prepared, office, now)
      const { act, acts } = await insertTemplates(trx, templates, office, now)
      for (const [index, sample] of sampleCases.entries()) {
        const dates = sampleDates(sample, now, index)
        const filing = { id: createId(), office, admin, sample, files: stored[index]!, dates, act, now }
        acts.push(...(await insertCase(trx, filing)))
      }
      const ordered = acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      for (const one of ordered) await appendEvent(trx, one)
      await setLastLogins(trx, ordered)
    }
  }
}
