import { PadesError } from '@foja/pades/errors'
import type { Texts } from '../../texts/locale.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { waitText } from '../../texts/wait-text.ts'
import type { DocumentRow } from '../documents/public.ts'

/** Advice when the stamp, and not signing itself, is what an earlier signature forbids. */
const stampTexts: Record<string, Texts> = {
  visible: {
    es: 'Quien certificó el documento no admite sellos nuevos a la vista. Firma sin sello visible.',
    en: 'The certification of the document allows no new visible stamps. Sign without a visible stamp.',
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

/** Why a lock cannot be created. */
const lockTexts: Record<string, Texts> = {
  field_not_found: {
    es: 'El documento no tiene ningún campo con ese nombre. Revisa los campos que quieres bloquear.',
    en: 'The document has no field of that name. Check the fields that you want to lock.',
  },
  pdf_forbids_signing: {
    es: 'El campo de firma trae su propio bloqueo y deja abierto lo que quieres bloquear. Firma sin bloqueo o en otro campo.',
    en: 'The signature field has its own lock, which leaves open what you want to lock. Sign without a lock or in another field.',
  },
}

/** Maps an error of the engine to a problem, with the entry of the request that has to change. */
export function signingProblem(error: unknown, document: Pick<DocumentRow, 'nombre'>): unknown {
  if (!(error instanceof PadesError)) return padesProblem(error)
  const { code } = error
  const subject = code.startsWith('pdf_') ? document.nombre : undefined
  const reason = String(error.detail?.['reason'])
  const isLock = reason === 'lock'
  if (code !== 'pdf_forbids_signing' && !(code === 'field_not_found' && isLock)) return padesProblem(error, subject)
  const message = isLock ? lockTexts[code] : stampTexts[reason]
  const errors = message ? [{ field: isLock ? 'lock' : 'position', code, message }] : undefined
  return new ProblemError(code, { subject, errors, cause: error })
}

/** Says how many attempts are left before a pause, and how long the pause is (`seconds` until the attempts are back). */
export function wrongPassphrase(remaining: number, seconds: number, cause: unknown): ProblemError {
  const minutes = Math.ceil(seconds / 60)
  const pause = { es: minutes === 1 ? '1 minuto' : `${minutes} minutos`, en: `${minutes} min` }
  const wait = waitText(seconds)
  const because: Texts =
    remaining === 0
      ? { es: `Fue el último intento. ${wait.es}`, en: `That was the last attempt. ${wait.en}` }
      : {
          es: `${remaining === 1 ? 'Te queda 1 intento' : `Te quedan ${remaining} intentos`} antes de una pausa de ${pause.es}.`,
          en: `${remaining} ${remaining === 1 ? 'attempt' : 'attempts'} left before a pause of ${pause.en}.`,
        }
  return new ProblemError('p12_wrong_passphrase', { because, cause })
}
