import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { SampleRecord } from './sample-record.ts'
import { sampleCases } from './sample-cases.ts'
import { sampleCompany, samplePeople } from './sample-people.ts'
import { sampleTemplates } from './sample-templates.ts'

const theirs = (column: string, { people }: SampleRecord) =>
  sql<boolean>`${sql.ref(column)} <> all(${sql.val(people)}::uuid[])`

/** A case file `m` of the sample company that another user created or added a document to. */
export const isKeptCase = (sample: SampleRecord): RawBuilder<boolean> => sql<boolean>`(${theirs('m.created_by', sample)}
  or exists (select from solicitud s join document d on d.id_solicitud = s.id_solicitud
    where s.id_solicitud_main = m.id_solicitud_main and ${theirs('d.created_by', sample)}))`

/** Ids of the templates that only sample users worked on and that no document outside the sample uses. */
export const oldTemplates = (sample: SampleRecord): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select t.id from template t where t.id_company = ${sample.company}
    and not exists (select from template_version v where v.id_template = t.id and ${theirs('v.created_by', sample)})
    and not exists (select from template_batch b where b.id_template = t.id)
    and not exists (select from document_version v join document d on d.id_documento = v.id_documento
      left join solicitud s on s.id_solicitud = d.id_solicitud
      left join solicitud_main m on m.id_solicitud_main = s.id_solicitud_main
      where v.id_template = t.id and (m.id_company is distinct from ${sample.company} or ${isKeptCase(sample)}))`

/** What is removed with the sample, and how many case files stay. */
export type SampleContents = {
  id: string
  nombre: string
  personas: number
  expedientes: number
  documentos: number
  plantillas: number
  se_quedan: number
}

export async function readSampleContents(
  db: Kysely<Database>,
  sample: SampleRecord,
  caller: string,
): Promise<SampleContents | undefined> {
  const { rows } = await sql<SampleContents>`
    with cases as (select m.id_solicitud_main, ${isKeptCase(sample)} as kept from solicitud_main m
      where m.id_company = ${sample.company})
    select c.id, c.nombre,
      (select count(*) from app_user u where u.id = any(${sql.val(sample.people)}::uuid[]) and u.id_company = c.id
        and u.id <> ${caller} and u.removed_at is null) as personas,
      (select count(*) from cases where not kept) as expedientes,
      (select count(*) from document d join solicitud s on s.id_solicitud = d.id_solicitud
        join cases on cases.id_solicitud_main = s.id_solicitud_main where not cases.kept and d.deleted_at is null) as documentos,
      (select count(*) from (${oldTemplates(sample)}) t) as plantillas,
      (select count(*) from cases where kept) as se_quedan
    from company c where c.id = ${sample.company}`.execute(db)
  return rows[0]
}

/** What the sample adds, shown before the setup. */
export const sampleSummary = {
  empresa: sampleCompany.nombre,
  personas: samplePeople.length,
  expedientes: sampleCases.length,
  documentos: sampleCases.flatMap(({ documents }) => documents).length,
  plantillas: sampleTemplates.length,
}
