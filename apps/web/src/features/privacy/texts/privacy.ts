import type { DataArea } from '@foja/contracts/personal-data'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

type AreaTexts = { name: string; term: string; erasure: string }

const areas: Record<DataArea, AreaTexts> = {
  accounts: {
    name: 'Cuentas: nombre, correo, cargo, teléfono',
    term: 'Hasta que se borren',
    erasure: 'Se borra; el nombre pasa a «Persona borrada»',
  },
  access: {
    name: 'Sesiones, llaves de acceso y claves de API',
    term: '30 días desde que terminan',
    erasure: 'Se borra',
  },
  keys: { name: 'Certificado de firma y su clave', term: 'Hasta que se quiten', erasure: 'Se borra' },
  cases: {
    name: 'Expedientes y sus involucrados',
    term: 'Lo que diga la regla de su tipo; en la papelera, 30 días',
    erasure: 'Se borran nombre, correo e identificación; títulos y notas quedan: son del expediente',
  },
  documents: {
    name: 'Documentos, firmas y enlaces compartidos',
    term: 'Lo mismo que su expediente',
    erasure: 'Los enlaces se borran; los documentos quedan: son la prueba de lo firmado',
  },
  requests: {
    name: 'Pedidos de firmas y de documentos, convocatorias',
    term: 'Lo mismo que su expediente; lo entregado y no aceptado, 30 días',
    erasure: 'Se borran los datos del destinatario; lo que se pidió y lo consentido queda como prueba',
  },
  messages: {
    name: 'Correos enviados',
    term: 'El texto, 90 días',
    erasure: 'Se borran el texto y las direcciones',
  },
  notices: { name: 'Avisos', term: '180 días', erasure: 'Se borra' },
  fills: {
    name: 'Datos para llenar plantillas por lotes',
    term: '1 día',
    erasure: 'Queda hasta cumplir el día',
  },
  repeats: { name: 'Registro para no repetir un envío', term: '7 días', erasure: 'Se borra' },
  history: {
    name: 'Historia: quién hizo qué, cuándo y desde dónde',
    term: 'Siempre: es una cadena sellada',
    erasure: 'El nombre y la dirección se cambian sin romper la cadena; la prueba de cada firma simple queda',
  },
}

export const privacy = {
  title: 'Privacidad',
  forbiddenTitle: 'Esto lo ve quien administra la empresa',
  forbiddenText: 'Pide a tu gestor o a un administrador lo que necesites. Tus propios datos están en «Mi perfil».',
  keptTitle: 'Qué se guarda y cuánto',
  keptColumns: { name: 'Qué', term: 'Cuánto', erasure: 'Si se borra a la persona' },
  areas,
  rulesTitle: 'Cuánto se guardan los expedientes',
  rulesText:
    'Un expediente concluido va a la papelera cuando pasan los meses de su tipo. Sin meses, se guarda siempre. Avisamos 14 días antes.',
  noTipo: 'Sin tipo',
  months: 'Meses',
  monthsOf: (tipo: string) => `Meses de «${tipo}»`,
  never: 'Siempre',
  noTipos: 'Todavía no hay expedientes en esta empresa.',
  preview: 'Ver qué se iría',
  save: 'Guardar',
  saved: 'Plazos guardados',
  due: (count: number) =>
    count === 0
      ? 'En los próximos 15 días no se iría ningún expediente.'
      : count === 1
        ? 'En los próximos 15 días se iría 1 expediente:'
        : `En los próximos 15 días se irían ${count} expedientes:`,
  held: (count: number) => (count === 1 ? '1 retenido se queda.' : `${count} retenidos se quedan.`),
  dueAt: (date: string) => `el ${date}`,
  monthsWrong: 'De 1 a 600, o vacío.',
  company: 'Elige una empresa para ver sus plazos.',
  personTitle: 'Datos de una persona',
  personText: 'Busca por correo o por identificación, tal como está en la cuenta, el expediente o el pedido.',
  personLabel: 'Correo o identificación',
  search: 'Buscar',
  isUser: (name: string) => `${name}, con cuenta`,
  isRemoved: (name: string) => `${name}, cuenta quitada`,
  isOther: 'Sin cuenta',
  found: (partes: number, destinatarios: number) =>
    `Solicitudes donde figura: ${partes}. Pedidos que recibió: ${destinatarios}.`,
  awaited:
    'Todavía se espera algo de esta persona. Anula primero esos pedidos; si es una convocatoria, concluye o devuelve su expediente.',
  keptByHold: 'Un expediente donde figura está retenido. Suéltalo antes, con «Retener o soltar» de su menú.',
  rows: (count: number) => (count === 1 ? '1 dato' : `${count} datos`),
  export: 'Descargar todo',
  exportName: 'datos-personales',
  erase: 'Borrar…',
  eraseTitle: '¿Borrar los datos de esta persona?',
  eraseText: 'No se puede deshacer. La historia dirá quién lo hizo y por qué, sin el nombre.',
  willErase: 'Se borrará',
  eraseItems: {
    accounts: 'La cuenta: correo, cargo, teléfono; el nombre pasa a «Persona borrada».',
    access: 'Sus sesiones, llaves de acceso y claves de API.',
    keys: 'Su certificado de firma y la clave.',
    cases: 'Su nombre, correo e identificación en los expedientes.',
    documents: 'Los enlaces que compartió.',
    requests: 'Sus datos en los pedidos que recibió.',
    messages: 'El texto y las direcciones de sus correos.',
    notices: 'Sus avisos.',
    repeats: 'El registro para no repetir sus envíos.',
    history: 'Su nombre y su dirección en la historia.',
  } as Partial<Record<DataArea, string>>,
  willKeep: 'Se conservará',
  keepReasons: {
    cases: 'Títulos y notas de los expedientes, porque son del expediente.',
    documents: 'Los documentos firmados, porque son prueba.',
    requests: 'Lo que se pidió y lo consentido, porque es prueba.',
    fills: 'Los lotes de plantillas, hasta mañana.',
    history: 'La historia sin su nombre, y la prueba de cada firma simple.',
  } as Partial<Record<DataArea, string>>,
  reason: 'Motivo',
  reasonMissing: 'Escribe el motivo: queda en la historia.',
  successor: 'Quién recibe sus solicitudes abiertas',
  eraseYes: 'Borrar para siempre',
  erased: 'Datos borrados',
}

export const usePrivacyTexts = defineTexts(privacy, () => import('./privacy.en.ts'))
