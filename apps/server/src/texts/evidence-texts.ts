import type { ChainFault } from '@foja/db/events'
import type { Locale } from './locale.ts'
import type { Indication, SignatureReport, Verification } from '@foja/contracts/verification'
import type { VersionOrigin } from '@foja/db/document-tables'

type Plural = (count: number) => string

/** All texts of the report that do not come from the document. */
type EvidenceTexts = {
  title: string
  fileName: (document: string) => string
  noCompany: string
  taxId: string
  document: string
  identifier: string
  caseFile: string
  untitled: string
  currentVersion: (version: number, of: number) => string
  version: string
  sha256: string
  pages: string
  issuedAt: string
  issuedBy: string
  code: string
  checkAt: string
  result: string
  summaries: Record<Verification['summary'], Plural>
  unreadable: string
  about: string[]
  versions: string
  origins: Record<VersionOrigin, string>
  versionTitle: (version: number) => string
  date: string
  author: string
  size: string
  bytes: Plural
  signatures: string
  noSignatures: string
  checked: (time: string) => string
  moreSignatures: Plural
  signatureTitle: (at: number, of: number, name: string) => string
  unknownSigner: string
  kinds: Record<SignatureReport['kind'], string>
  indications: Record<Indication, string>
  signer: string
  identification: string
  issuer: string
  serial: string
  validity: string
  fingerprint: string
  chain: string
  anchor: string
  level: string
  levels: Record<string, string>
  moment: string
  proven: string
  claimed: string
  claimedToo: (time: string) => string
  noTime: string
  coverage: string
  coversAll: string
  coversPart: string
  changedAfter: string
  notIntact: string
  pictures: string
  picture: Record<Exclude<SignatureReport['visual']['result'], 'whole'>, Plural>
  pictureReasons: Record<NonNullable<SignatureReport['visual']['reason']>, string>
  revocation: string
  revocations: Record<SignatureReport['revocation'], string>
  revokedAt: (time: string) => string
  sources: Record<NonNullable<SignatureReport['revocation_source']>, string>
  timestamps: string
  noTimestamps: string
  stampKinds: Record<'signature' | 'document', string>
  stampValid: string
  stampUntrusted: string
  stampInvalid: string
  reason: string
  location: string
  history: string
  intact: Plural
  sealedFrom: (when: string) => string
  broken: Record<ChainFault, (at: number) => string>
  hidden: Plural
  omitted: Plural
  from: (ip: string) => string
  nowhere: string
  withoutAddresses: string
  hash: string
  previous: string
  end: string
  page: (at: number, of: number) => string
}

const es: EvidenceTexts = {
  title: 'Informe de evidencias',
  fileName: (document) => `Evidencias de ${document}`,
  noCompany: 'Sin empresa',
  taxId: 'Identificación',
  document: 'Documento',
  identifier: 'Identificador',
  caseFile: 'Expediente',
  untitled: 'sin título',
  currentVersion: (version, of) => `${version} de ${of}`,
  version: 'Versión vigente',
  sha256: 'SHA-256',
  pages: 'Páginas',
  issuedAt: 'Emitido el',
  issuedBy: 'Emitido por',
  code: 'Código de verificación',
  checkAt: 'Se verifica en',
  result: 'Resultado',
  summaries: {
    unsigned: () => 'El documento no tiene firmas electrónicas.',
    valid: (n) =>
      n === 1
        ? 'El documento tiene 1 firma electrónica y es válida.'
        : `Las ${n} firmas electrónicas del documento son válidas.`,
    indeterminate: (n) =>
      n === 0
        ? 'El documento parece firmado, pero no se puede verificar.'
        : `El documento tiene ${n} ${n === 1 ? 'firma electrónica' : 'firmas electrónicas'}; al menos una no se puede confirmar.`,
    invalid: (n) =>
      n === 0
        ? 'El documento está dañado y sus firmas no son válidas.'
        : `El documento tiene ${n} ${n === 1 ? 'firma electrónica' : 'firmas electrónicas'}; al menos una no es válida.`,
  },
  unreadable: 'El archivo no se puede leer y no tiene señales de estar firmado.',
  about: [
    'Este informe reúne lo que consta del documento: cada versión guardada con su huella SHA-256, cada firma electrónica con el resultado de verificarla y cada hecho registrado.',
    'No lleva firma electrónica ni sustituye al archivo firmado. Para confirmar que un archivo es el que aquí se describe, se calcula su huella SHA-256 y se compara carácter por carácter.',
  ],
  versions: 'Versiones del archivo',
  origins: {
    upload: 'Subida',
    sign: 'Firma',
    fill: 'Formulario llenado',
    extend: 'Refuerzo de las firmas (datos de validación)',
  },
  versionTitle: (version) => `Versión ${version}`,
  date: 'Fecha',
  author: 'Autor',
  size: 'Tamaño',
  bytes: (n) => (n === 1 ? 'byte' : 'bytes'),
  signatures: 'Firmas electrónicas',
  noSignatures: 'La versión vigente no tiene firmas electrónicas.',
  checked: (time) => `Verificadas el ${time} con las autoridades en las que confía la empresa.`,
  moreSignatures: (n) => `Por su número no se detallan ${n} de ellas.`,
  signatureTitle: (at, of, name) => `${at} de ${of} · ${name}`,
  unknownSigner: 'Firmante desconocido',
  kinds: {
    signature: 'Firma',
    certification: 'Firma que certifica el documento',
    timestamp: 'Sello de tiempo del documento',
  },
  indications: { TOTAL_PASSED: 'VÁLIDA', INDETERMINATE: 'POR CONFIRMAR', TOTAL_FAILED: 'NO VÁLIDA' },
  signer: 'Firmante',
  identification: 'Identificación',
  issuer: 'Emisor',
  serial: 'Número de serie',
  validity: 'Vigencia',
  fingerprint: 'Huella SHA-256',
  chain: 'Cadena',
  anchor: 'autoridad de confianza',
  level: 'Nivel',
  levels: {
    'B-B': 'PAdES B-B (básico)',
    'B-T': 'PAdES B-T (con sello de tiempo)',
    'B-LT': 'PAdES B-LT (con datos de validación)',
    'B-LTA': 'PAdES B-LTA (de archivo)',
    CMS: 'Firma CMS anterior a PAdES',
    timestamp: 'Sello de tiempo (RFC 3161)',
    unknown: 'Desconocido',
  },
  moment: 'Momento',
  proven: 'probado por un sello de tiempo',
  claimed: 'según el reloj de quien firmó; ningún sello de tiempo lo prueba.',
  claimedToo: (time) => `El reloj de quien firmó decía ${time}.`,
  noTime: 'No consta',
  coverage: 'Alcance',
  coversAll: 'Todo el archivo',
  coversPart: 'El archivo hasta esta firma; lo que se agregó después está permitido',
  changedAfter: 'El documento se modificó después de esta firma',
  notIntact: 'El archivo no es el que se firmó, o la firma está dañada',
  pictures: 'Comparación de imágenes',
  picture: {
    same: (n) => `Las páginas se ven como al firmar (${n}), salvo lo que se agregó`,
    different: () => 'Hay páginas que se ven distintas de lo que se firmó',
    partial: (n) => `Solo se compararon ${n} ${n === 1 ? 'página' : 'páginas'}, que se ven como al firmar`,
    not_compared: () => 'No se compararon las páginas',
  },
  pictureReasons: {
    not_asked: 'no se pidió',
    already_invalid: 'la firma ya no era válida',
    revision_unknown: 'no se sabe cómo era el archivo al firmar',
    cannot_be_drawn: 'no se pueden dibujar',
    limits: 'el archivo es muy grande o tiene demasiadas páginas',
    time: 'se acabó el tiempo',
    busy: 'el servidor estaba ocupado',
  },
  revocation: 'Revocación',
  revocations: {
    good: 'El certificado no estaba revocado',
    revoked: 'Certificado revocado',
    unknown: 'No se pudo consultar si fue revocado',
    not_checked: 'No se consultó',
    not_needed: 'No hace falta: no se revoca',
  },
  revokedAt: (time) => `Certificado revocado el ${time}`,
  sources: {
    dss: 'según los datos de validación del documento',
    embedded: 'según los datos de la propia firma',
    online: 'según respondió su autoridad al comprobarlo',
  },
  timestamps: 'Sellos de tiempo',
  noTimestamps: 'Ninguno',
  stampKinds: { signature: 'De la firma', document: 'Del documento' },
  stampValid: 'válido',
  stampUntrusted: 'íntegro, de una autoridad que no es de confianza aquí',
  stampInvalid: 'no válido',
  reason: 'Motivo',
  location: 'Lugar',
  history: 'Historial',
  intact: (n) =>
    n === 1
      ? 'La cadena está íntegra: su único hecho conserva su huella.'
      : `La cadena está íntegra: cada uno de sus ${n} hechos incluye la huella del anterior, todas corresponden y la última lleva el sello de este servidor. Un hecho cambiado, quitado o intercalado la rompería.`,
  sealedFrom: (when) => `El sello de esta cadena empieza el ${when}. Los hechos anteriores solo están encadenados.`,
  broken: {
    event: (at) =>
      `ATENCIÓN: la cadena no está íntegra. A partir del hecho ${at} las huellas no corresponden: alguien cambió, quitó o agregó hechos.`,
    missing: () =>
      'ATENCIÓN: la cadena no está íntegra. Falta entera o falta su comienzo: alguien eliminó hechos de la base de datos.',
    seal: () =>
      'ATENCIÓN: la cadena no está íntegra. Sus huellas corresponden entre sí, pero la última no lleva el sello de este servidor: alguien cambió o quitó hechos en la base de datos y rehízo las huellas. No confíes en lo que sigue.',
    root: (at) =>
      `ATENCIÓN: la cadena no está íntegra. El hecho ${at} consta en una raíz anterior del historial, y ahora falta o es distinto.`,
  },
  hidden: (n) =>
    n === 1
      ? 'Un hecho del expediente no se muestra: corresponde a otros documentos que quien emite este informe no puede ver.'
      : `${n} hechos del expediente no se muestran: corresponden a otros documentos que quien emite este informe no puede ver.`,
  omitted: (n) => `Se omiten los ${n} hechos más antiguos por su número; la cadena se comprobó con todos.`,
  from: (ip) => `desde ${ip}`,
  nowhere: 'sin dirección registrada',
  withoutAddresses:
    'No se muestra desde qué dirección de la red se hizo cada cosa: solo la ven los responsables del documento.',
  hash: 'Huella',
  previous: 'Anterior',
  end: 'Fin del informe',
  page: (at, of) => `Página ${at} de ${of}`,
}

const en: EvidenceTexts = {
  title: 'Evidence report',
  fileName: (document) => `Evidence of ${document}`,
  noCompany: 'No company',
  taxId: 'Tax ID',
  document: 'Document',
  identifier: 'Identifier',
  caseFile: 'Case file',
  untitled: 'untitled',
  currentVersion: (version, of) => `${version} of ${of}`,
  version: 'Current version',
  sha256: 'SHA-256',
  pages: 'Pages',
  issuedAt: 'Issued on',
  issuedBy: 'Issued by',
  code: 'Verification code',
  checkAt: 'To be verified at',
  result: 'Result',
  summaries: {
    unsigned: () => 'The document has no electronic signatures.',
    valid: (n) =>
      n === 1
        ? 'The document has 1 electronic signature and it is valid.'
        : `All ${n} electronic signatures of the document are valid.`,
    indeterminate: (n) =>
      n === 0
        ? 'The document seems signed but cannot be verified.'
        : `The document has ${n} electronic ${n === 1 ? 'signature' : 'signatures'}; at least one cannot be confirmed.`,
    invalid: (n) =>
      n === 0
        ? 'The document is damaged and its signatures are not valid.'
        : `The document has ${n} electronic ${n === 1 ? 'signature' : 'signatures'}; at least one is not valid.`,
  },
  unreadable: 'The file cannot be read and shows no sign of being signed.',
  about: [
    'This report gathers what is on record about the document: each stored version with its SHA-256 hash, each electronic signature with the result of verifying it, and each recorded event.',
    'It bears no electronic signature and does not replace the signed file. To confirm that a file is the one described here, compute its SHA-256 hash and compare it character by character.',
  ],
  versions: 'Versions of the file',
  origins: {
    upload: 'Upload',
    sign: 'Signature',
    fill: 'Form filled in',
    extend: 'Strengthening of signatures (validation data)',
  },
  versionTitle: (version) => `Version ${version}`,
  date: 'Date',
  author: 'Author',
  size: 'Size',
  bytes: (n) => (n === 1 ? 'byte' : 'bytes'),
  signatures: 'Electronic signatures',
  noSignatures: 'The current version has no electronic signatures.',
  checked: (time) => `Verified on ${time} with the authorities that the company trusts.`,
  moreSignatures: (n) => `Because of their number, ${n} of them are not detailed.`,
  signatureTitle: (at, of, name) => `${at} of ${of} · ${name}`,
  unknownSigner: 'Unknown signer',
  kinds: {
    signature: 'Signature',
    certification: 'Signature that certifies the document',
    timestamp: 'Document timestamp',
  },
  indications: { TOTAL_PASSED: 'VALID', INDETERMINATE: 'TO BE CONFIRMED', TOTAL_FAILED: 'NOT VALID' },
  signer: 'Signer',
  identification: 'Identification',
  issuer: 'Issuer',
  serial: 'Serial number',
  validity: 'Validity',
  fingerprint: 'SHA-256 hash',
  chain: 'Chain',
  anchor: 'trusted authority',
  level: 'Level',
  levels: {
    'B-B': 'PAdES B-B (basic)',
    'B-T': 'PAdES B-T (with a timestamp)',
    'B-LT': 'PAdES B-LT (with validation data)',
    'B-LTA': 'PAdES B-LTA (for the archive)',
    CMS: 'CMS signature, older than PAdES',
    timestamp: 'Timestamp (RFC 3161)',
    unknown: 'Unknown',
  },
  moment: 'Time',
  proven: 'proven by a timestamp',
  claimed: 'by the signer’s clock; no timestamp proves it.',
  claimedToo: (time) => `The signer’s clock said ${time}.`,
  noTime: 'Not recorded',
  coverage: 'Coverage',
  coversAll: 'The whole file',
  coversPart: 'The file up to this signature; what was added later is permitted',
  changedAfter: 'The document was changed after this signature',
  notIntact: 'The file is not the one that was signed, or the signature is damaged',
  pictures: 'Comparison of images',
  picture: {
    same: (n) => `The pages look as they did when signed (${n}), apart from what was added`,
    different: () => 'Some pages look different from what was signed',
    partial: (n) => `Only ${n} ${n === 1 ? 'page was' : 'pages were'} compared, and they look as they did when signed`,
    not_compared: () => 'The pages were not compared',
  },
  pictureReasons: {
    not_asked: 'it was not asked for',
    already_invalid: 'the signature was not valid already',
    revision_unknown: 'it is not known what the file was when it was signed',
    cannot_be_drawn: 'they cannot be drawn',
    limits: 'the file is very large or has too many pages',
    time: 'the time ran out',
    busy: 'the server was busy',
  },
  revocation: 'Revocation',
  revocations: {
    good: 'The certificate was not revoked',
    revoked: 'Certificate revoked',
    unknown: 'It is not known whether it was revoked',
    not_checked: 'Not checked',
    not_needed: 'Not needed: never revoked',
  },
  revokedAt: (time) => `Certificate revoked on ${time}`,
  sources: {
    dss: 'by the validation data of the document',
    embedded: 'by the data of the signature itself',
    online: 'as its authority answered when checking',
  },
  timestamps: 'Timestamps',
  noTimestamps: 'None',
  stampKinds: { signature: 'Of the signature', document: 'Of the document' },
  stampValid: 'valid',
  stampUntrusted: 'intact, by an authority that is not trusted here',
  stampInvalid: 'not valid',
  reason: 'Reason',
  location: 'Place',
  history: 'History',
  intact: (n) =>
    n === 1
      ? 'The chain is whole: its only event keeps its hash.'
      : `The chain is whole: each of its ${n} events includes the hash of the one before, all of them match, and the last one has the seal of this server. An event changed, removed or inserted would break it.`,
  sealedFrom: (when) => `The seal of this chain begins on ${when}. Earlier events are only chained.`,
  broken: {
    event: (at) =>
      `ATTENTION: the chain is not whole. From event ${at} on the hashes do not match: events were changed, removed or added.`,
    missing: () =>
      'ATTENTION: the chain is not whole. All of it or its beginning is missing: events were deleted from the database.',
    seal: () =>
      'ATTENTION: the chain is not whole. Its hashes match each other, but the last one does not have the seal of this server: events were changed or removed in the database and the hashes computed again. Do not trust what follows.',
    root: (at) =>
      `ATTENTION: the chain is not whole. Event ${at} is in an earlier root of the history, and is now missing or different.`,
  },
  hidden: (n) =>
    n === 1
      ? 'One event of the case file is not shown: it is about other documents that the issuer of this report may not see.'
      : `${n} events of the case file are not shown: they are about other documents that the issuer of this report may not see.`,
  omitted: (n) =>
    `The ${n} oldest events are left out because of their number; the chain was checked with all of them.`,
  from: (ip) => `from ${ip}`,
  nowhere: 'no address recorded',
  withoutAddresses:
    'From which address of the network each thing was done is not shown: only the people in charge of the document see it.',
  hash: 'Hash',
  previous: 'Previous',
  end: 'End of the report',
  page: (at, of) => `Page ${at} of ${of}`,
}

export const evidenceTexts: Record<Locale, EvidenceTexts> = { es, en }

/** A time with its offset, e.g. `20 nov 2026, 12:04:31 (UTC−05:00)`. */
export function formatMoment(at: Date, offsetMinutes: number, locale: Locale): string {
  const local = new Date(at.getTime() + offsetMinutes * 60_000)
  const month = local.toLocaleDateString(locale, { month: 'short', timeZone: 'UTC' }).replace('.', '')
  const time = local.toISOString().slice(11, 19)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.abs(offsetMinutes)
  const sign = offsetMinutes < 0 ? '−' : '+'
  const offset = offsetMinutes === 0 ? 'UTC' : `UTC${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${local.getUTCDate()} ${month} ${local.getUTCFullYear()}, ${time} (${offset})`
}

/** A count with thousands separators. */
export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count)
}
