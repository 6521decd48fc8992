import { defineTexts } from '../../../lib/texts/define-texts.ts'

type Role = 'firma' | 'aprueba' | 'copia'

const bar: Record<Role, string> = { firma: 'Pedido de firma', aprueba: 'Pedido de aprobación', copia: 'Tus copias' }

/** What someone else has done, by role. */
const others = {
  firma: { later: 'Firma después', asked: 'Falta su firma', done: 'Ya firmó' },
  aprueba: { later: 'Aprueba después', asked: 'Falta su aprobación', done: 'Ya aprobó' },
}

export const recipient = {
  bar,
  /** Before the code of the recipient's mail. */
  codeBar: 'Pedido protegido',
  conveneBar: 'Te convoca a una cita',
  documents: { one: 'documento', other: 'documentos' },
  pages: { one: 'página', other: 'páginas' },
  oneDocument: 'un documento',
  asks: { firma: 'te pide firmar', aprueba: 'te pide aprobar', fill: 'te pide llenar tus datos en' },
  until: (date: string) => `Hasta el ${date}`,
  daysLeft: { one: 'día', other: 'días' },
  left: (days: string) => `Quedan ${days}`,
  lastDay: 'Queda menos de un día',
  people: { firma: 'Quiénes firman', aprueba: 'Quiénes participan', copia: 'Quiénes participan' },
  progress: (done: string, total: string) => `${done} de ${total}`,
  you: (name: string) => `Tú, ${name}`,
  yourTurn: 'Te toca ahora',
  youInLine: 'Ahora tú',
  others,
  inLine: { done: { firma: 'firmó', aprueba: 'aprobó' }, asked: 'también', later: 'después' },
  otherwise: 'Ya no participa',
  copyLater: 'Recibe una copia al final',
  choose: 'Documentos',
  signedByYou: 'Ya lo firmaste',
  signHere: 'Firmas aquí',
  signsOn: (page: string) => `firmas en la ${page}`,
  download: (name: string) => `Descargar ${name}`,
  ownKey: {
    computer: 'Firmas con tu propio certificado (.p12). Tu clave no sale de este equipo.',
    phone: 'Firmas con tu propio certificado (.p12). Tu clave no sale de este teléfono.',
  },
  sign: 'Firmar',
  fill: 'Llenar mis datos',
  signRest: 'Firmar lo que falta',
  approve: 'Aprobar',
  refuse: { firma: 'No voy a firmar', aprueba: 'No voy a aprobar' },
  delegate: { firma: 'Debe firmar otra persona', aprueba: 'Debe aprobar otra persona' },
  someSigned: (done: string, total: string) => `Firmaste ${done} de ${total}. Lo firmado queda firmado.`,

  key: {
    title: (documents: string) => `Firmar ${documents}`,
    forOffice: (company: string) => `Para ${company}`,
    back: 'Volver a leer',
    file: 'Tu firma electrónica',
    choose: 'Elegir tu archivo .p12 o .pfx',
    change: 'Cambiar',
    fileMissing: 'Elige el archivo de tu firma.',
    fileType: (name: string) => `«${name}» no es una firma electrónica: elige un archivo .p12 o .pfx.`,
    mustBe: (name: string, number: string) => `Debe ser la de ${name}, con identificación ${number}.`,
    notFound: 'No encuentro el archivo',
    notFoundText:
      'Es el archivo que recibiste al obtener tu firma electrónica; su nombre termina en .p12 o .pfx. Búscalo en Descargas o en el correo con que llegó. Si lo guardas en otro equipo, abre allí este mismo enlace.',
    password: 'Clave de tu firma',
    passwordMissing: 'Escribe la clave de tu firma.',
    once: (documents: string) => `Una sola vez para los ${documents}.`,
    opened: 'Tu firma sigue abierta: no hace falta la clave otra vez.',
    staysTitle: { computer: 'Tu clave no sale de este equipo.', phone: 'Tu clave no sale de este teléfono.' },
    stays: 'El archivo tampoco: la firma se hace aquí, y solo se envían ella y tu certificado.',
    submit: (documents: string) => `Firmar los ${documents}`,
    submitOne: 'Firmar el documento',
    final: 'Cada firma queda hecha al instante. No se puede deshacer.',
    opening: 'Abriendo tu firma…',
    signing: (at: string, of: string) => `Firmando ${at} de ${of}…`,
    states: { signed: 'Firmado', signing: 'Firmando', failed: 'No se firmó', waiting: 'Por firmar' },
    failed: (name: string) => `No se firmó «${name}»`,
    unanswered: 'Se cortó la conexión. Lo firmado queda firmado: sigue cuando vuelva.',
    goOn: 'Seguir',
    differs: (name: string, identification: string | null) =>
      identification === null
        ? `Este certificado es de ${name} y no trae identificación. Elige el que se pide.`
        : `Este certificado es de ${name}, con identificación ${identification}. Elige el que se pide.`,
    problems: {
      p12_wrong_passphrase: 'Esa no es la clave de esta firma. Revisa mayúsculas y signos, y escríbela otra vez.',
      p12_damaged: 'El archivo está dañado o incompleto. Descárgalo otra vez o pide una copia a tu autoridad.',
      p12_unsupported_algorithm: 'El archivo usa un cifrado que el navegador no abre. Pide uno nuevo a tu autoridad.',
      p12_too_large: 'El archivo es demasiado grande para ser una firma. Elige tu .p12 o .pfx.',
      p12_too_slow: 'El archivo tarda demasiado en abrirse aquí. Prueba en una computadora.',
      p12_no_private_key: 'El archivo trae el certificado sin su clave privada, y así no firma. Expórtalo con ella.',
      p12_no_matching_certificate: 'El archivo trae una clave sin su certificado. Expórtalo otra vez con los dos.',
      certificate_damaged: 'El certificado no se puede leer. Pide una copia a tu autoridad.',
      certificate_expired: 'Este certificado caducó: ya no sirve para firmar. Usa el que lo renueva.',
      certificate_not_yet_valid: 'Este certificado todavía no está vigente. Espera a su fecha o usa otro.',
      certificate_not_for_signing: 'Este certificado no es para firmar documentos. Pide uno de firma a tu autoridad.',
      certificate_weak_key: 'Este certificado tiene una clave demasiado débil. Pide uno nuevo a tu autoridad.',
      signature_mismatch: 'El servidor pidió algo que no es la firma de este documento, y no se firmó.',
      insecure_page: 'Para firmar aquí, este enlace tiene que abrirse con https.',
      key_worker_failed: 'El navegador no pudo abrir tu firma. Escribe la clave y vuelve a intentarlo.',
    } as Record<string, string>,
  },

  approving: {
    title: (documents: string) => `Aprobar ${documents}`,
    text: 'Queda registrado con tu nombre y la hora. No se puede deshacer.',
    confirm: 'Sí, aprobar',
    failed: 'No se registró tu aprobación',
  },
  declining: {
    text: (asker: string) => `El pedido termina para todos, y ${asker} recibe tu motivo.`,
    reason: 'Motivo',
    reasonMissing: 'Escribe por qué, en una frase.',
    confirm: 'Rechazar el pedido',
  },
  delegating: {
    text: (asker: string) => `Le enviamos el pedido a esa persona, y ${asker} lo verá. Tu enlace deja de abrir.`,
    name: 'Nombre y apellido',
    nameMissing: 'Escribe su nombre.',
    email: 'Correo',
    emailMissing: 'Escribe su correo completo.',
    reason: 'Motivo',
    confirm: 'Pasar el pedido',
  },

  done: {
    signed: (documents: string) => `Listo, firmaste ${documents}`,
    approved: (documents: string) => `Listo, aprobaste ${documents}`,
    ready: (documents: string) => `Tus copias: ${documents}`,
    copies: 'Tus copias',
    copiesUntil: (date: string) => `hasta el ${date}`,
    withYours: 'con tu firma',
    next: 'Qué sigue',
    missing: {
      firma: (names: string) => `Falta la firma de ${names}`,
      aprueba: (names: string) => `Falta la aprobación de ${names}`,
    },
    weWrite: (email: string) => `Cuando terminen te escribimos a ${email} con los documentos completos.`,
    complete: 'El pedido está completo',
    completeText: 'Todas las personas hicieron su parte.',
    comeBack: (date: string) => `Puedes volver con este enlace hasta el ${date}.`,
    comeBackLater: (days: string) => `Puedes volver con este enlace hasta ${days} días después de que termine.`,
    anyone: 'Cualquiera puede',
    check: 'comprobar las firmas',
    downloadAll: 'Descargar todo',
    downloadOne: 'Descargar',
    downloadFailed: 'No se descargó',
    downloadFailedText: 'Se cortó la conexión o el enlace cambió. Vuelve a intentarlo.',
  },
  gone: {
    title: 'Este enlace ya no abre',
    text: 'El pedido terminó o cambió, o la dirección está incompleta. Pide un enlace nuevo a quien te lo envió: su nombre está en el correo que recibiste.',
  },
  early: {
    title: 'Gracias, tus datos están guardados',
    text: (email: string) => `Te escribimos a ${email} cuando puedas firmar.`,
  },
  declined: {
    title: { firma: 'No firmas, y ya lo avisamos', aprueba: 'No apruebas, y ya lo avisamos', copia: 'Ya lo avisamos' },
    text: (asker: string) => `El pedido terminó y ${asker} recibió tu motivo. Puedes cerrar esta página.`,
  },
  delegated: {
    title: (name: string) => `El pedido pasó a ${name}`,
    text: (email: string) => `Le escribimos a ${email}. Tu enlace ya no abre: puedes cerrar esta página.`,
  },
}

export const useRecipientTexts = defineTexts(recipient, () => import('./recipient.en.ts'))
