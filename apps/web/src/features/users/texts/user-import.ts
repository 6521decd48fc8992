import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Importing users from a CSV. */
export const userImport = {
  title: 'Importar usuarios',
  text: 'Un usuario por fila. Primero se comprueban todas las filas; cada usuario recibe su invitación.',
  company: 'Empresa de estos usuarios',
  companyMissing: 'Elige la empresa en la que trabajan.',
  from: 'De dónde',
  sources: { file: 'Un archivo', paste: 'Pegar' },
  dropTitle: 'Elige el CSV o arrástralo aquí',
  dropHint: 'De Excel o Google Sheets, guardado como CSV.',
  columnsTitle: 'Columnas',
  columnsText: (roles: string) =>
    `Nombre y Correo hacen falta; Rol, Cargo y Teléfono, si quieres. El rol es ${roles}; vacío, Usuario.`,
  model: 'Descargar una plantilla',
  modelName: 'usuarios - plantilla.csv',
  modelRows: [
    ['Nombre', 'Correo', 'Rol', 'Cargo', 'Teléfono'],
    ['Ana Pérez Mora', 'ana@oficina.ec', 'Mediación', 'Mediadora', '+593 99 123 4567'],
    ['Luis Cárdenas', 'luis@oficina.ec', 'Usuario', 'Secretario', '+593 98 765 4321'],
  ],
  paste: 'Filas copiadas de una hoja de cálculo',
  pasteHint: 'Selecciónalas con sus títulos, cópialas y pégalas aquí.',
  pasteMissing: 'Pega aquí las filas.',
  check: 'Comprobar',
  faults: {
    empty: 'Ahí no hay filas. Revisa que la primera sea la de los títulos y que haya datos debajo.',
    tooMany: (count: number, most: number) =>
      `Tiene ${count} filas y se importan hasta ${most} a la vez. Divídelo en varios archivos.`,
    tooLarge: 'Ese archivo pesa demasiado para ser una lista. Elige un CSV de menos de 5 MB.',
    notText: 'Ese archivo no es un CSV. En Excel: Guardar como → CSV UTF-8.',
    noColumns: 'No encontramos las columnas Nombre y Correo. Escribe esos títulos en la primera fila.',
  },
  checking: 'Comprobando las filas',
  people: { one: 'usuario', other: 'usuarios' },
  rows: { one: 'fila', other: 'filas' },
  allReady: (people: string) => `Listos para crear: ${people}.`,
  someWrong: (rows: string) => `Hay que corregir ${rows} en tu archivo y subirlo de nuevo.`,
  nobodyYet: 'Hasta entonces no se crea ninguno.',
  orReady: 'También puedes crear ya las correctas y corregir el resto después.',
  submitReady: (count: number) => (count === 1 ? 'Crear la correcta' : `Crear las ${count} correctas`),
  restWaits: 'Quedan las filas con errores: descárgalas, corrígelas y sube ese archivo.',
  showing: 'Qué filas',
  all: 'Todas',
  wrong: 'Con errores',
  row: 'Fila',
  fields: { nombre: 'Nombre', email: 'Correo', role: 'Rol', cargo: 'Cargo', telefono: 'Teléfono' },
  state: 'Estado',
  ready: 'Lista',
  downloadWrong: 'Descargar las filas con errores',
  wrongName: 'usuarios - por corregir.csv',
  reasonColumn: 'Motivo',
  another: 'Subir otro archivo',
  submit: (people: string) => `Crear ${people}`,
  done: (count: number) => (count === 1 ? 'Se creó 1 usuario' : `Se crearon ${count} usuarios`),
  queued: 'Cada uno recibe su invitación por correo.',
  heldTitle: (people: string) => `Hecho: ${people}. Sus invitaciones esperan`,
  heldText:
    'El correo no está configurado: saldrán cuando lo esté y alguien libere los correos. Mientras tanto, «Enviar otra invitación» en el menú de cada usuario te da su enlace para que lo entregues tú.',
  close: 'Entendido',
}

export const useUserImportTexts = defineTexts(userImport, () => import('./user-import.en.ts'))
