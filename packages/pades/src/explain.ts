import type { Modification, SignatureReport } from './verify/report.ts'

export type ExplainLanguage = 'es' | 'en'

/** A sentence in both languages; `{who}`, `{issuer}` and `{pages}` are filled in. */
type Sentence = Record<ExplainLanguage, string>

const sentences = {
  valid: {
    es: 'La firma de {who} es válida: el documento no ha cambiado desde que se firmó y {issuer} responde por su identidad.',
    en: 'The signature of {who} is valid: the document has not changed since it was signed, and {issuer} vouches for their identity.',
  },
  validWithAdditions: {
    es: 'La firma de {who} es válida: lo que se firmó no ha cambiado, después solo se añadió lo que está permitido (otras firmas o campos), y {issuer} responde por su identidad.',
    en: 'The signature of {who} is valid: what was signed has not changed, only what is permitted (other signatures or fields) was added later, and {issuer} vouches for their identity.',
  },
  issuerUnknown: {
    es: 'La firma de {who} está íntegra: lo que se firmó no ha cambiado, pero no conocemos a quien emitió su certificado ({issuer}), así que no podemos confirmar su identidad.',
    en: 'The signature of {who} is intact: what was signed has not changed, but we do not know who issued the certificate ({issuer}), so the identity cannot be confirmed.',
  },
  expired: {
    es: 'La firma de {who} está íntegra, pero su certificado no está vigente y nada prueba que lo estuviera cuando se firmó.',
    en: 'The signature of {who} is intact, but the certificate is not currently valid and nothing proves that it was when it was used.',
  },
  notForSigning: {
    es: 'La firma de {who} está íntegra, pero su certificado, o el de quien lo emitió, no sirve para firmar documentos.',
    en: 'The signature of {who} is intact, but the certificate, or that of its issuer, is not meant for signing documents.',
  },
  weak: {
    es: 'La firma de {who} está íntegra, pero usa un cifrado anticuado que hoy se puede falsificar.',
    en: 'The signature of {who} is intact, but it uses outdated cryptography that can be forged today.',
  },
  revoked: {
    es: 'La firma de {who} no es válida: su certificado fue revocado.',
    en: 'The signature of {who} is not valid: the certificate was revoked.',
  },
  changed: {
    es: 'La firma de {who} no es válida: el documento fue modificado dentro de lo que se había firmado.',
    en: 'The signature of {who} is not valid: the document was altered within what had been signed.',
  },
  modifiedAfter: {
    es: 'La firma de {who} ya no vale para este documento: se modificó después de firmarlo{pages}.',
    en: 'The signature of {who} no longer holds for this document: it was modified after signing{pages}.',
  },
  annotated: {
    es: 'La firma de {who} está íntegra, pero después se añadieron anotaciones{pages} que pueden cambiar lo que se ve.',
    en: 'The signature of {who} is intact, but annotations{pages} were added later that may change what is seen.',
  },
  forged: {
    es: 'La firma del campo «{field}» no es válida: está mal formada y pudo ser manipulada.',
    en: 'The signature in the field “{field}” is not valid: it is malformed and may have been tampered with.',
  },
  wrongKey: {
    es: 'La firma de {who} no es válida: no corresponde al certificado que la acompaña.',
    en: 'The signature of {who} is not valid: it does not match the certificate that comes with it.',
  },
  timestamp: {
    es: 'El campo «{field}» es un sello de tiempo, no la firma de una persona; no se ha comprobado.',
    en: 'The field “{field}” is a timestamp, not a person’s signature; it has not been checked.',
  },
  undecided: {
    es: 'No se puede decidir si la firma de {who} es válida.',
    en: 'It cannot be decided whether the signature of {who} is valid.',
  },
} satisfies Record<string, Sentence>

type SentenceKey = keyof typeof sentences

const failed: Partial<Record<NonNullable<SignatureReport['subindication']>, SentenceKey>> = {
  FORMAT_FAILURE: 'forged',
  HASH_FAILURE: 'changed',
  SIG_CRYPTO_FAILURE: 'wrongKey',
  SIG_CONSTRAINTS_FAILURE: 'wrongKey',
  MODIFIED_AFTER_SIGNING: 'modifiedAfter',
  REVOKED: 'revoked',
}

const undecided: Partial<Record<NonNullable<SignatureReport['subindication']>, SentenceKey>> = {
  NO_CERTIFICATE_CHAIN_FOUND: 'issuerUnknown',
  OUT_OF_BOUNDS_NO_POE: 'expired',
  CHAIN_CONSTRAINTS_FAILURE: 'notForSigning',
  CRYPTO_CONSTRAINTS_FAILURE: 'weak',
  MODIFIED_AFTER_SIGNING: 'annotated',
}

function chooseSentence(report: SignatureReport): SentenceKey {
  const { indication, subindication } = report
  if (indication === 'TOTAL_PASSED') return report.additions.length > 0 ? 'validWithAdditions' : 'valid'
  if (indication === 'TOTAL_FAILED') return (subindication && failed[subindication]) ?? 'forged'
  if (report.kind === 'timestamp') return 'timestamp'
  if (report.additions.some(({ kind }) => kind === 'annotation_added')) return 'annotated'
  return (subindication && undecided[subindication]) ?? 'undecided'
}

function pagesNamed(changes: readonly Modification[], language: ExplainLanguage): string {
  const pages = [...new Set(changes.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b).slice(0, 5)
  if (pages.length === 0) return ''
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(pages.map(String))
  if (language === 'es') return pages.length === 1 ? ` (página ${list})` : ` (páginas ${list})`
  return pages.length === 1 ? ` (page ${list})` : ` (pages ${list})`
}

/** Names come out of certificates and files: whatever is not text stays out of the sentence. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200)

/** One plain sentence that says to anybody what the report means. */
export function explain(report: SignatureReport, language: ExplainLanguage): string {
  const values: Record<string, string> = {
    who: plain(report.signer?.name ?? (language === 'es' ? `«${report.field}»` : `“${report.field}”`)),
    issuer: plain(report.signer?.issuer ?? ''),
    field: plain(report.field),
    pages: pagesNamed([...report.modifications, ...report.additions], language),
  }
  const sentence: string = sentences[chooseSentence(report)][language]
  return sentence.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
