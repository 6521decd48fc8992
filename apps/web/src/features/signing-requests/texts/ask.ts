import { defineTexts } from '../../../lib/texts/define-texts.ts'

const faults = {
  documentsMissing: 'Elige al menos un documento.',
  nameMissing: 'Escribe su nombre.',
  emailMissing: 'Escribe su correo.',
  emailWrong: 'Revisa el correo: le falta algo.',
  emailRepeated: 'Ese correo ya está en otro destinatario.',
  identificationMissing: 'Escribe el número de su cédula.',
  nobodyActs: 'Al menos una persona debe firmar o aprobar.',
}

export const ask = {
  title: 'Pedir firmas',
  back: 'Volver',
  faults,
  documents: 'Documentos',
  noDocuments: 'Este expediente no tiene PDF que firmar.',
  requested: 'Ya espera firmas',
  pages: { one: 'página', other: 'páginas' },
  recipients: 'Destinatarios',
  byKeys: 'Arrastra, o',
  turn: (turn: number) => `Turno ${turn}`,
  /** What the turn means: who acts when. `signers`: how many sign in the turn before; 0 if others act there too. */
  turnNote: (turn: number, people: number, signers: number): string => {
    const all = (count: number) => (count === 2 ? 'los dos' : `los ${count}`)
    if (turn === 1) return people > 1 ? `${all(people)} a la vez` : 'empieza'
    const after = signers > 1 ? `cuando firmen ${all(signers)}` : 'después del turno anterior'
    return people > 1 ? `${after}, a la vez` : after
  },
  copies: 'Copia',
  copiesNote: 'recibe todo firmado, sin turno',
  nextTurn: (turn: number) => `Suelta aquí para abrir el turno ${turn}`,
  recipient: (at: number) => `Destinatario ${at}`,
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  identification: 'Identificación',
  code: 'Abrirlo solo con un código que llega a su correo',
  mailedCode: 'Código de 6 dígitos a su correo',
  codeNeedsMail: 'Foja no tiene servidor de correo: el código no se puede enviar.',
  mustMatch: 'Debe coincidir la cédula',
  role: 'Qué hace',
  roles: { firma: 'Firma con certificado', firma_simple: 'Firma simple', aprueba: 'Aprueba', copia: 'Recibe copia' },
  /** How a signer signs, on the page. */
  ways: { firma: 'Con certificado', firma_simple: 'Firma simple' },
  simpleNote: 'La dibuja o la escribe, sin certificado propio. La oficina la sella con el suyo.',
  add: 'Agregar destinatario',
  fromCase: 'Del expediente',
  addAll: (count: number) => `Todos (${count})`,
  edit: (name: string) => `Editar a ${name}`,
  ready: 'Listo',
  remove: (name: string) => `Quitar a ${name}`,
  up: (name: string) => `Antes: ${name}`,
  down: (name: string) => `Después: ${name}`,
  drag: (name: string) => `Mover a ${name} con Alt y las flechas`,
  movedTo: (name: string, turn: number) => `${name}: turno ${turn}`,
  someone: 'esta persona',
  choosePlace: 'Elegir lugar',
  placeTitle: (name: string) => `Dónde firma ${name}`,
  placeText: 'Marca el lugar en la página. Sin lugar, Foja propone uno al firmar.',
  placeAtEnd: 'Poner al final',
  placeRemove: 'Quitar el lugar',
  placesTitle: 'Dónde firma cada persona',
  placesNothing: 'Elige un documento y agrega a quien lo firma.',
  placesDrag: 'Arrastra a la página:',
  /** A place on the page: whose, then its size and position. */
  placeOf: (name: string, box: string) => `Lugar de ${name}: ${box}`,
  placePut: (name: string) => `Poner el lugar de ${name}`,
  pageBack: 'Página anterior',
  pageNext: 'Página siguiente',
  pageAt: (page: number, pages: number) => `${page} de ${pages}`,
  places: { one: 'lugar', other: 'lugares' },
  placed: { one: 'lugar elegido', other: 'lugares elegidos' },
  requestTitle: 'Título',
  delegation: 'Puede delegarlo en otra persona',
  message: 'Mensaje',
  preview: (name: string) => `Así le llega a ${name}`,
  previewNoOne: 'Así les llega',
  subject: (act: 'firma' | 'aprueba', title: string) => `Te piden ${act === 'firma' ? 'firmar' : 'aprobar'}: ${title}`,
  hello: (name: string) => `Hola, ${name}:`,
  /** The sentence of the email. `what` names the documents. */
  sentence: (who: string, act: 'firma' | 'aprueba', what: string, until: string) =>
    `${who} te pide ${act === 'firma' ? 'firmar' : 'aprobar'} ${what} hasta el ${until}.`,
  /** No document is marked. */
  noneYet: 'los documentos que elijas',
  several: (count: number) => `${count} documentos`,
  openButton: { firma: 'Leer y firmar', aprueba: 'Leer y aprobar' },
  noAccount: {
    firma: 'Con su certificado. No necesita una cuenta.',
    firma_simple: 'La dibuja o la escribe. No necesita una cuenta ni un certificado.',
    aprueba: 'No necesita una cuenta.',
  },
  /** One of those in `goesTo`. */
  toName: (name: string) => `a ${name}`,
  goesTo: (names: string, others: boolean) => `Ahora sale ${names}.${others ? ' A los demás, cuando les toque.' : ''}`,
  mailOff:
    'El correo no está configurado: al enviar, los enlaces quedan en el expediente para que los copies y los entregues.',
  /** Someone is asked for a simple signature, and the office cannot seal it. */
  sealMissing: {
    upload:
      'Para firmas simples falta el sello de la oficina, o ya no sirve. Súbelo antes de enviar; el borrador se guarda igual.',
    ask: 'Para firmas simples falta el sello de la oficina, o ya no sirve. Lo sube quien administra; mientras tanto, guarda el borrador.',
  },
  sealSettings: 'Ajustes de firma',
  send: 'Enviar pedido',
  save: 'Guardar borrador',
  sent: 'Pedido enviado',
  saved: 'Borrador guardado',
  chooseTitle: '¿De qué expediente?',
  chooseText:
    'Elige un expediente y pide la firma de sus documentos. Para un documento suelto, ábrelo y usa «Pedir firmas».',
  search: 'Buscar expediente',
  searchPlaceholder: 'Título, persona o código',
  nothingFound: 'Ningún expediente coincide.',
  loose: 'Documentos sueltos',
}

export const useAskTexts = defineTexts(ask, () => import('./ask.en.ts'))
