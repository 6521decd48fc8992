import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const signing = {
  certificate: 'Certificado',
  change: 'Cambiar',
  renew: 'Renovar',
  expiresIn: (days: string, date: string) => `Caduca en ${days}, el ${date}`,
  expiresToday: (date: string) => `Caduca hoy, ${date}`,
  expiredOn: (date: string) => `Caducó el ${date}`,
  validUntil: (date: string) => `Vigente hasta el ${date}`,
  days: { one: 'día', other: 'días' },
  problems: {
    certificate_expired: 'Este certificado caducó: no sirve para firmar. Sube el que lo renueva.',
    certificate_not_yet_valid: 'Este certificado todavía no está vigente. Espera a su fecha o usa otro.',
    certificate_not_for_signing: 'Este certificado no es para firmar documentos. Pide uno de firma a tu autoridad.',
    certificate_weak_key:
      'Este certificado tiene una clave criptográfica demasiado débil. Pide uno nuevo a tu autoridad.',
  } as Record<string, string>,
  problemUnknown: 'Este certificado no sirve para firmar. Sube otro.',
  uploadTitle: 'Tu certificado',
  passphrase: 'Clave del certificado',
  passphraseHint: 'Se pide cada vez. No la guardamos.',
  passphraseMissing: 'Escribe la clave del certificado.',
  wrongPassphrase: 'Esa no es la clave de este certificado. Revisa mayúsculas y signos, y escríbela otra vez.',
  signButton: 'Firmar',
  signingNow: 'Firmando…',
  keepsOthers: (count: number) =>
    count === 1
      ? 'La firma que ya tiene seguirá siendo válida'
      : `Las ${count} firmas que ya tiene seguirán siendo válidas`,
  placeFirst: 'Dibuja en la página dónde va tu firma, o colócala con el botón.',
  placeHere: 'Colocar en esta página',
  seePage: 'Ver página',
  seeStamp: 'Ver el sello',
  signed: 'Documento firmado',
  notAllowed: 'No puedes firmar este documento. Pide a quien lo creó que lo comparta contigo para firmar.',
  more: 'Más opciones',
  less: 'Menos opciones',
  source: 'Con qué firmas',
  sources: { stored: 'Guardado', browser: 'En este equipo', once: 'Una sola vez' },
  sourceHints: {
    stored: 'Tu certificado, cifrado en Foja: solo tu clave lo abre.',
    browser: 'Tu archivo se abre aquí mismo: ni él ni su clave salen de este equipo.',
    once: 'Tu archivo y su clave viajan al servidor para esta firma y no se guardan.',
  },
  orWithoutStoring: '¿Prefieres no guardarlo? También puedes firmar con el archivo cada vez.',
  withoutStoring: 'Firmar sin guardarlo',
  repaired: 'El archivo estaba dañado: se reparó antes de firmarlo.',
  needsRepair: 'El archivo está dañado por dentro. Al firmar se repara; se ve igual y la versión anterior se conserva.',
}

export const useSigningTexts = defineTexts(signing, () => import('./signing.en.ts'))
