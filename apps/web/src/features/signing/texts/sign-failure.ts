import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const signFailure = {
  staleTitle: 'El documento cambió mientras lo leías',
  staleText: 'Alguien lo firmó o subió otra versión. Míralo otra vez antes de firmar.',
  seeNew: 'Ver la versión nueva',
  failedTitle: 'No se firmó',
  unanswered: 'El servidor no respondió. Puedes reintentar: no se firmará dos veces.',
  signLower: { 'B-B': 'Firmar sin sello de tiempo (B-B)', 'B-T': 'Firmar solo con sello de tiempo (B-T)' },
  keyProblems: {
    p12_damaged: 'El archivo está dañado o incompleto. Descárgalo otra vez o pide una copia a tu autoridad.',
    p12_unsupported_algorithm: 'El archivo usa un cifrado que el navegador no abre. Prueba con «Una sola vez».',
    p12_too_large: 'El archivo es demasiado grande para ser un certificado. Elige tu .p12 o .pfx.',
    p12_too_slow: 'El archivo tarda demasiado en abrirse en este equipo. Prueba con «Una sola vez».',
    p12_no_private_key:
      'El archivo trae el certificado sin su clave privada, y así no firma. Expórtalo otra vez con ella.',
    p12_no_matching_certificate: 'El .key y el .cer no corresponden entre sí. Elige los dos que recibiste juntos.',
    certificate_damaged: 'El certificado no se puede leer. Pide una copia a tu autoridad.',
    insecure_page: 'Para firmar sin que la clave salga de aquí, Foja tiene que abrirse con https.',
    key_worker_failed: 'El navegador no pudo abrir el certificado. Recarga la página y vuelve a intentarlo.',
  } as Record<string, string>,
}

export const useSignFailureTexts = defineTexts(signFailure, () => import('./sign-failure.en.ts'))
