import type { PadesError } from '@foja/pades/errors'
import type { Texts } from './locale.ts'

type Detail = Record<string, unknown>
type Sentence = (facts: { host: string; detail: Detail }) => Texts

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const both = (es: string, en: string): Texts => ({ es, en })

/** The same for private names and unreachable ones: the answer must not tell which names the internal network has. */
const noConnection: Sentence = ({ host }) =>
  both(
    `No se pudo conectar con ${host}. Si es de la red interna, falta en FOJA_PRIVATE_HOSTS.`,
    `${host} could not be reached. If it is on the internal network, FOJA_PRIVATE_HOSTS lacks it.`,
  )

/** Texts for failures of an authority's server; `host` is its name. */
const answers: Record<string, Sentence> = {
  address_forbidden: (facts) => noConnection(facts),
  unreachable: (facts) => noConnection(facts),
  timeout: ({ host }) => both(`${host} no respondió a tiempo.`, `${host} did not answer in time.`),
  too_large: ({ host }) =>
    both(`${host} respondió con demasiados datos.`, `${host} answered with more data than is accepted.`),
  redirect: ({ host }) =>
    both(
      `${host} envió la consulta a otro sitio y no se siguió.`,
      `${host} redirected the query to another site, which was not followed.`,
    ),
  url_not_supported: ({ host }) =>
    both(`La dirección ${host} no se puede consultar.`, `The address ${host} cannot be asked.`),
  http_status: ({ host, detail }) =>
    both(
      `${host} respondió con el error HTTP ${text(detail['status'])}.`,
      `${host} answered with HTTP error ${text(detail['status'])}.`,
    ),
  unauthorized: ({ host }) =>
    both(`${host} no aceptó el usuario o la contraseña.`, `${host} did not accept the user name or password.`),
  content_type: ({ host, detail }) =>
    both(
      `${host} respondió con otra cosa (${text(detail['contentType'])}) en lugar de un sello.`,
      `${host} answered with something else (${text(detail['contentType'])}) and not a timestamp.`,
    ),
  damaged: ({ host }) => both(`${host} dio una respuesta ilegible.`, `${host} gave an answer that cannot be read.`),
  rejected: ({ host, detail }) => {
    const quoted = text(detail['text']) === '' ? '' : `: ${text(detail['text'])}`
    return both(`${host} rechazó la petición${quoted}.`, `${host} rejected the request${quoted}.`)
  },
  no_token: ({ host }) => both(`${host} no entregó ningún sello.`, `${host} delivered no timestamp.`),
  policy_mismatch: ({ host }) =>
    both(`${host} selló con una política distinta de la pedida.`, `${host} stamped under another policy.`),
  imprint_mismatch: ({ host }) =>
    both(`El sello de ${host} es de otro contenido.`, `The timestamp of ${host} is for other content.`),
  nonce_mismatch: ({ host }) => both(`${host} contestó a otra petición.`, `${host} answered another request.`),
  not_a_tsa: ({ host }) =>
    both(
      `El certificado de ${host} no es de una autoridad de sellado de tiempo.`,
      `The certificate of ${host} is not that of a timestamp authority.`,
    ),
  stale: () =>
    both(
      'Lo último que publicó su autoridad es anterior a la firma, y no dice si el certificado se revocó entretanto.',
      'What its authority published last is older than the signature, and does not say whether it was revoked since.',
    ),
  no_source: () =>
    both(
      'El certificado no dice dónde preguntar si sigue vigente.',
      'The certificate does not say where to ask whether it is still valid.',
    ),
}

function answerOf(detail: Detail): Texts {
  const reason = text(detail['reason'])
  const host = text(detail['host'])
  const known = answers[reason]
  if (known !== undefined) return known({ host, detail })
  const [es, en] = host === '' ? ['', ''] : [` de ${host}`, ` of ${host}`]
  return both(`La respuesta${es} no sirve (${reason}).`, `The answer${en} cannot be used (${reason}).`)
}

function about(subject: unknown, { es, en }: Texts): Texts {
  const name = text(subject)
  return name === '' ? { es, en } : both(`Certificado de «${name}». ${es}`, `Certificate of “${name}”. ${en}`)
}

/**
 * A sentence about which authority failed and why, shown before the code's own text; undefined for codes that need
 * none.
 */
export function reasonOf({ code, detail = {} }: Pick<PadesError, 'code' | 'detail'>): Texts | undefined {
  if (code === 'timestamp_failed') return answerOf(detail)
  if (code === 'revocation_unavailable') return about(detail['subject'], answerOf(detail))
  const subject = text(detail['subject'])
  if (subject === '') return undefined
  if (code === 'chain_incomplete') {
    const answer = text(detail['host']) === '' ? both('', '') : answerOf(detail)
    return both(
      `No se conoce a quien emitió el certificado de «${subject}». ${answer.es}`.trim(),
      `Who issued the certificate of “${subject}” is not known. ${answer.en}`.trim(),
    )
  }
  if (code === 'certificate_revoked') {
    const day = text(detail['revokedAt']).slice(0, 10)
    return both(`El certificado de «${subject}» se revocó el ${day}.`, `“${subject}” was revoked on ${day}.`)
  }
  if (code === 'certificate_expired') return both(`Certificado de «${subject}».`, `Certificate of “${subject}”.`)
  return undefined
}
