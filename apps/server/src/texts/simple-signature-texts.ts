import type { Locale } from './locale.ts'

type Words = {
  /** Line of the stamp. */
  label: string
  /** Line of the stamp, above the verification code. */
  check: string
  /** Label and reason of the signature in the file: the certificate is the office's. */
  of: (nombre: string) => string
  /** Before the sentence about the certificate. */
  verdict: (nombre: string) => string
}

/** Words of simple signatures, in the file and in verdicts. */
export const simpleSignatureTexts: Record<Locale, Words> = {
  es: {
    label: 'Firma simple',
    check: 'Validar en Foja',
    of: (nombre) => `Firma simple de ${nombre}`,
    verdict: (nombre) =>
      `Firma simple de ${nombre}: sin certificado propio, la oficina la selló con el suyo. Del sello:`,
  },
  en: {
    label: 'Simple signature',
    check: 'Check in Foja',
    of: (nombre) => `Simple signature of ${nombre}`,
    verdict: (nombre) =>
      `Simple signature of ${nombre}: without a certificate of their own, the office sealed it with its own. About the seal:`,
  },
}
