import { sampleCases } from './sample-cases.ts'
import { sampleCompany, samplePeople } from './sample-people.ts'
import { sampleTemplates } from './sample-templates.ts'

/** What the sample adds, shown before the setup. */
export const sampleSummary = {
  empresa: sampleCompany.nombre,
  personas: samplePeople.length,
  expedientes: sampleCases.length,
  documentos: sampleCases.flatMap(({ documents }) => documents).length,
  plantillas: sampleTemplates.length,
}
