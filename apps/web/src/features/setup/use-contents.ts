import { useFormat } from '../../lib/texts/texts.tsx'
import { useSetupTexts } from './texts/setup.ts'

type Counts = { personas: number; expedientes: number; documentos: number; plantillas: number }

/** Describes the content of the sample: `6 personas, 12 expedientes, 15 documentos y 2 plantillas`. */
export function useContents(): (counts: Counts) => string {
  const setup = useSetupTexts()
  const { plural, locale } = useFormat()
  const list = new Intl.ListFormat(locale)
  return ({ personas, expedientes, documentos, plantillas }) =>
    list.format([
      plural(personas, setup.samplePeople),
      plural(expedientes, setup.sampleCases),
      plural(documentos, setup.sampleDocuments),
      plural(plantillas, setup.sampleTemplates),
    ])
}
