import type { PreflightCheck, PreflightLine } from '@foja/pades/preflight'
import type { Texts } from './locale.ts'

export type PreflightText = { title: Texts; advice: Texts | null }

const both = (es: string, en: string): Texts => ({ es, en })
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const day = (value: unknown) => text(value).slice(0, 10)

type Check = {
  ok: (line: PreflightLine) => Texts
  /** Text for a warning or a problem. */
  other: (line: PreflightLine) => { title: Texts; advice: Texts | Advice }
}

const renew = both('Pide a la autoridad un certificado nuevo.', 'Ask the issuer for a new certificate.')
/** Different advice for readers who may change authorities and signing settings, and for the others. */
type Advice = { manager: Texts; others: Texts }
const addAuthority: Advice = {
  manager: both(
    'Enciéndela en Autoridades, o agrégala desde un archivo.',
    'Switch it on under Authorities, or add it from a file.',
  ),
  others: both(
    'Pide a tu administrador que la encienda en Autoridades.',
    'Ask your administrator to switch it on under Authorities.',
  ),
}
const lowerLevel = both(
  'Inténtalo más tarde, o firma con un nivel menor (B-T o B-B).',
  'Try later, or sign at a lower level (B-T or B-B).',
)
const askLater = both('Puedes firmar; consulta otra vez más tarde.', 'You may sign; check again later.')

const checks: Record<PreflightCheck, Check> = {
  key_usage: {
    ok: () => both('El certificado es para firmar.', 'The certificate is for signing.'),
    other: ({ status }) =>
      status === 'problem'
        ? {
            title: both('El certificado no es para firmar.', 'The certificate is not for signing.'),
            advice: both('Usa el de firma electrónica.', 'Use the one for electronic signatures.'),
          }
        : {
            title: both(
              'El certificado no declara todos los usos que algunos validadores buscan.',
              'The certificate does not declare every use that some validators look for.',
            ),
            advice: both(
              'Puedes firmar. Si el validador de quien lo recibe lo rechaza, pide un certificado de firma (no repudio).',
              'You may sign. If the recipient’s validator refuses it, ask for a signing (non-repudiation) certificate.',
            ),
          },
  },
  extended_key_usage: {
    ok: () => both('Su propósito admite firmar documentos.', 'Its purpose allows signing documents.'),
    other: ({ status }) =>
      status === 'problem'
        ? {
            title: both('El certificado se emitió para una máquina.', 'The certificate was issued for a machine.'),
            advice: both('Usa un certificado de persona.', 'Use a certificate of a person.'),
          }
        : {
            title: both(
              'Adobe puede objetar el propósito del certificado.',
              'Adobe may object to the purpose of the certificate.',
            ),
            advice: both(
              'Puedes firmar; quien lo abra en Adobe verá una advertencia.',
              'You may sign; readers who open it in Adobe will see a warning.',
            ),
          },
  },
  key_size: {
    ok: () => both('La clave es suficientemente segura.', 'The key is secure enough.'),
    other: ({ detail }) => ({
      title: both(
        `La clave (${text(detail?.['key'])}) es demasiado débil.`,
        `The key (${text(detail?.['key'])}) is too weak.`,
      ),
      advice: renew,
    }),
  },
  key_algorithm: {
    ok: () => both('Todos los verificadores aceptan su algoritmo.', 'All verifiers accept its algorithm.'),
    other: ({ detail }) => ({
      title: both(
        `No todos los verificadores aceptan el algoritmo de la clave (${text(detail?.['key'])}).`,
        `Not all verifiers accept the key’s algorithm (${text(detail?.['key'])}).`,
      ),
      advice: both(
        'Un certificado RSA o de curva P-256 se acepta en todas partes.',
        'RSA or P-256 is accepted everywhere.',
      ),
    }),
  },
  certificate_digest: {
    ok: () =>
      both(
        'El certificado está firmado con un algoritmo de huella vigente.',
        'The certificate is signed with a current hash algorithm.',
      ),
    other: ({ detail }) => ({
      title: both(
        `El certificado está firmado con ${text(detail?.['hash']).toUpperCase()}, que ya no se acepta.`,
        `The certificate is signed with ${text(detail?.['hash']).toUpperCase()}, which is no longer accepted.`,
      ),
      advice: renew,
    }),
  },
  validity: {
    ok: ({ detail }) => both(`Vigente hasta el ${day(detail?.['until'])}.`, `Valid until ${day(detail?.['until'])}.`),
    other: ({ status, detail }) => {
      if (detail?.['from'] !== undefined) {
        return {
          title: both(`Es válido desde el ${day(detail['from'])}.`, `It is valid from ${day(detail['from'])}.`),
          advice: both('Espera a esa fecha para firmar.', 'Wait for that date to sign.'),
        }
      }
      const until = day(detail?.['until'])
      if (status === 'problem') return { title: both(`Caducó el ${until}.`, `It expired on ${until}.`), advice: renew }
      return {
        title: both(
          `Caduca el ${until}: quedan ${text(detail?.['days'])} días.`,
          `It expires on ${until}: ${text(detail?.['days'])} days are left.`,
        ),
        advice: both(
          'Renuévalo pronto. Con nivel B-LT o B-LTA la firma se podrá verificar después de esa fecha.',
          'Renew it soon. At level B-LT or B-LTA the signature can be verified after that date.',
        ),
      }
    },
  },
  chain_complete: {
    ok: () => both('La cadena de emisores está completa.', 'The chain of issuers is complete.'),
    other: ({ status, detail }) => ({
      title: both(
        `Falta el certificado de «${text(detail?.['missing'])}».`,
        `The certificate of “${text(detail?.['missing'])}” is missing.`,
      ),
      advice:
        status === 'problem'
          ? addAuthority
          : {
              manager: both(
                'Se buscará al firmar. Si no aparece, agrégalo en Autoridades desde un archivo.',
                'It is looked for when signing. If it does not turn up, add it under Authorities from a file.',
              ),
              others: both(
                'Se buscará al firmar. Si no aparece, pide a tu administrador que lo agregue en Autoridades.',
                'It is looked for when signing. If it does not turn up, ask your administrator to add it.',
              ),
            },
    }),
  },
  anchored_here: {
    ok: () => both('Aquí se confía en quien lo emitió.', 'Its issuer is trusted here.'),
    other: () => ({
      title: both(
        'Foja no conoce a quien lo emitió: la firma aparecerá «Por confirmar».',
        'Foja does not know its issuer: the signature will show as “To confirm”.',
      ),
      advice: addAuthority,
    }),
  },
  recognised_firmaec: {
    ok: () => both('FirmaEC reconoce a la autoridad.', 'FirmaEC recognises the issuer.'),
    other: ({ detail }) => ({
      title: both(
        `FirmaEC quizá no reconozca a «${text(detail?.['issuer'])}».`,
        `FirmaEC may not recognise “${text(detail?.['issuer'])}”.`,
      ),
      advice: both(
        'Para trámites en Ecuador usa un certificado de una autoridad acreditada por ARCOTEL.',
        'For procedures in Ecuador use a certificate of an issuer accredited by ARCOTEL.',
      ),
    }),
  },
  recognised_eu: {
    ok: () => both('La autoridad puede estar en las listas europeas.', 'The issuer may be on the European lists.'),
    other: ({ detail }) => ({
      title: both(
        `«${text(detail?.['issuer'])}» no parece estar en las listas de confianza europeas.`,
        `“${text(detail?.['issuer'])}” does not seem to be on the European trusted lists.`,
      ),
      advice: both(
        'Para trámites en la Unión Europea usa un certificado cualificado de uno de sus países.',
        'For procedures in the European Union use a qualified certificate of one of its countries.',
      ),
    }),
  },
  revocation_source: {
    ok: () =>
      both('El certificado dice dónde preguntar si sigue vigente.', 'The certificate says where to ask about it.'),
    other: ({ status }) => ({
      title: both(
        'El certificado no dice dónde preguntar si sigue vigente.',
        'The certificate does not say where to ask whether it is still valid.',
      ),
      advice:
        status === 'problem'
          ? both('Firma con nivel B-T o B-B.', 'Sign at level B-T or B-B.')
          : both('Puedes firmar; algunos validadores lo advertirán.', 'You may sign; some validators will say so.'),
    }),
  },
  revocation_status: {
    ok: () => both('La autoridad dice que sigue vigente.', 'The issuer says that it is still valid.'),
    other: ({ status, detail }) =>
      detail?.['since'] === undefined
        ? {
            title: both(
              'La autoridad no contesta si el certificado sigue vigente.',
              'The issuer does not answer whether the certificate is still valid.',
            ),
            advice: status === 'problem' ? lowerLevel : askLater,
          }
        : {
            title: both(
              `El certificado se revocó${day(detail['since']) === '' ? '' : ` el ${day(detail['since'])}`}.`,
              `The certificate was revoked${day(detail['since']) === '' ? '' : ` on ${day(detail['since'])}`}.`,
            ),
            advice: renew,
          },
  },
  timestamp: {
    ok: ({ detail }) =>
      detail?.['level'] === 'B-B'
        ? both('Se firma sin sello de tiempo (nivel B-B).', 'It is signed without a timestamp (level B-B).')
        : both('Hay una autoridad de sellado de tiempo.', 'There is a timestamp authority.'),
    other: ({ detail }) => ({
      title: both(
        `El nivel ${text(detail?.['level'])} necesita un sello de tiempo y no hay autoridad configurada.`,
        `Level ${text(detail?.['level'])} needs a timestamp and no authority is set.`,
      ),
      advice: {
        manager: both(
          'Indícala en Ajustes de firma, o firma con nivel B-B.',
          'Name one in the signing settings, or sign at level B-B.',
        ),
        others: both(
          'Pide a tu administrador que la indique en Ajustes de firma, o firma con nivel B-B.',
          'Ask your administrator to name one in the signing settings, or sign at level B-B.',
        ),
      },
    }),
  },
}

/**
 * Title and advice for a check's result in every language; no advice when it is ok.
 * @param manages true if the reader may change authorities and signing settings
 */
export function preflightTexts(line: PreflightLine, manages: boolean): PreflightText {
  const check = checks[line.check]
  if (line.status === 'ok') return { title: check.ok(line), advice: null }
  const { title, advice } = check.other(line)
  return { title, advice: 'es' in advice ? advice : manages ? advice.manager : advice.others }
}
