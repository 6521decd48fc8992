import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { certificateEncodings } from '@foja/pades/certificate-fields'
import { PadesError } from '@foja/pades/errors'
import { shownName } from '@foja/pades/distinguished-name'
import type { FieldError } from '../../../texts/field-errors.ts'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'

/** Maximum number of reported certificates. */
const mostReported = 20

type WrongCode = 'certificate_damaged' | 'trust_anchor_not_ca'
/** The position of a certificate in a file, both counted from 0. */
type Place = { file: SmallFile; index: number; position: number }

function wrong(code: WrongCode, { index }: Place, es: string, en: string): FieldError & { code: WrongCode } {
  return { field: `files.${index}`, code, message: { es, en } }
}

function encodingsOf({ bytes }: SmallFile): Uint8Array[] {
  try {
    return certificateEncodings(bytes)
  } catch {
    return []
  }
}

/** Parses one certificate, or returns what is wrong with it. */
function readOne(der: Uint8Array, place: Place): Certificate | (FieldError & { code: WrongCode }) {
  const number = place.position + 1
  const { name: file } = place.file
  try {
    const certificate = parseCertificate(der)
    if (certificate.isCa) return certificate
    const name = shownName(certificate.subject)
    return wrong(
      'trust_anchor_not_ca',
      place,
      `El certificado ${number} de «${file}», «${name}», no es de una autoridad. Quítalo y vuelve a subir el archivo.`,
      `Certificate ${number} of “${file}”, “${name}”, is not an authority’s. Remove it and upload the file again.`,
    )
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    return wrong(
      'certificate_damaged',
      place,
      `El certificado ${number} de «${file}» está dañado o usa una clave desconocida. Quítalo y vuelve a subir el archivo.`,
      `Certificate ${number} of “${file}” is damaged or has an unknown kind of key. Remove it and upload the file again.`,
    )
  }
}

/**
 * Reads the authorities from PEM, DER and PKCS#7 files.
 * @throws ProblemError certificate_damaged or trust_anchor_not_ca, naming every invalid certificate
 */
export function readAuthorities(files: readonly SmallFile[]): Certificate[] {
  const found: Certificate[] = []
  const errors: (FieldError & { code: WrongCode })[] = []
  for (const [index, file] of files.entries()) {
    const encodings = encodingsOf(file)
    if (encodings.length === 0) {
      const place = { file, index, position: 0 }
      const es = `«${file.name}» no tiene certificados que se puedan leer. Súbelo en PEM, DER o PKCS#7.`
      errors.push(wrong('certificate_damaged', place, es, `“${file.name}” has no readable certificates.`))
    }
    for (const [position, der] of encodings.entries()) {
      const read = readOne(der, { file, index, position })
      if ('field' in read) errors.push(read)
      else found.push(read)
    }
  }
  const [first] = errors
  if (first === undefined) return found
  const subject = files[Number(first.field.split('.')[1])]?.name ?? ''
  throw new ProblemError(first.code, { subject, errors: errors.slice(0, mostReported) })
}
