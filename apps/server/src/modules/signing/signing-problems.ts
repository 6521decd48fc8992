import { PadesError } from '@foja/pades/errors'
import type { Texts } from '../../http/locale.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/documents.public.ts'

/** What the person can do when it is the stamp, and not signing itself, that an earlier signature does not bear. */
const stampTexts: Record<string, Texts> = {
  visible: {
    es: 'Quien certificó el documento no admite sellos nuevos a la vista. Firma sin sello visible.',
    en: 'Whoever certified the document allows no new visible stamps. Sign without a visible stamp.',
  },
  covers_page: {
    es: 'El sello taparía más de la mitad de una página ya firmada. Reduce el recuadro.',
    en: 'The stamp would hide more than half of a page that is already signed. Shrink the box.',
  },
  covers_text: {
    es: 'El sello taparía texto que otra persona ya firmó. Llévalo a un lugar libre de la página.',
    en: 'The stamp would hide text that another person has signed. Move it to a free place on the page.',
  },
  repeat: {
    es: 'El documento ya está firmado: un sello en cada página lo cambiaría. Pon el sello en una sola página.',
    en: 'The document is signed already: a stamp on every page would change it. Put the stamp on one page.',
  },
}

/** The engine's refusal as the person should know it, beside the box when a different box would do. */
export function signingProblem(error: unknown, document: Pick<DocumentRow, 'nombre'>): unknown {
  const ofFile = error instanceof PadesError && error.code.startsWith('pdf_')
  if (ofFile && error.code === 'pdf_forbids_signing') {
    const message = stampTexts[String(error.detail?.['reason'])]
    const errors = message ? [{ field: 'position', code: error.code, message }] : undefined
    return new ProblemError(error.code, { subject: document.nombre, errors, cause: error })
  }
  return padesProblem(error, ofFile ? document.nombre : undefined)
}
