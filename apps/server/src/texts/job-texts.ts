import type { Locale } from './locale.ts'

/** What each background job does, by its name. */
const titles = {
  email: 'Enviar un correo',
  outbox: 'Revisar los correos pendientes',
  reminders: 'Recordar las audiencias',
  signing_requests: 'Vencer y recordar los pedidos de firmas',
  webhook: 'Enviar los avisos a otros programas',
  webhooks: 'Revisar los avisos pendientes a otros programas',
  'reset-password': 'Enviar un enlace de contraseña',
  confirm_signatures: 'Comprobar en línea las firmas de un documento',
  template_batch: 'Llenar un lote de documentos',
  template_batches: 'Continuar los lotes de documentos',
  tallies: 'Actualizar las cuentas de las listas',
  history: 'Sellar la historia',
  retention: 'Llevar a la papelera los expedientes que cumplieron su plazo',
  sweep: 'Limpiar los archivos sin uso',
  backup: 'Hacer la copia de respaldo',
}

export type JobName = keyof typeof titles

/** Why a job failed. */
const reasons = {
  timeout: 'Tardó demasiado y se cortó',
  interrupted: 'El servidor se detuvo mientras lo hacía',
  network: 'Un servicio externo no respondió',
  full: 'El disco está lleno',
  forbidden: 'Foja no pudo leer o escribir un archivo',
  missing: 'Falta un archivo guardado',
  database: 'La base de datos no respondió o no aceptó el cambio',
  memory: 'Faltó memoria o se detuvo el proceso que hace el trabajo',
  other: 'Un error inesperado; el registro del servidor lo dice',
}

export type JobReason = keyof typeof reasons

type Texts = { titles: Record<JobName, string>; reasons: Record<JobReason, string> }

export const jobTexts: Record<Locale, Texts> = {
  es: { titles, reasons },
  en: {
    titles: {
      email: 'Send an email',
      outbox: 'Look for messages that wait',
      reminders: 'Send reminders of hearings',
      signing_requests: 'End signing requests and remind their recipients',
      webhook: 'Send webhook messages',
      webhooks: 'Look for webhook messages that wait',
      'reset-password': 'Send a password link',
      confirm_signatures: 'Check the signatures of a document online',
      template_batch: 'Fill a batch of documents',
      template_batches: 'Continue batches of documents',
      tallies: 'Update the counts of the lists',
      history: 'Seal the history',
      retention: 'Move case files past their term to the recycle bin',
      sweep: 'Remove unused files',
      backup: 'Make the backup',
    },
    reasons: {
      timeout: 'It took too long and was ended',
      interrupted: 'The server stopped meanwhile',
      network: 'An outside service did not answer',
      full: 'The disk is full',
      forbidden: 'Foja could not read or write a file',
      missing: 'A stored file is missing',
      database: 'The database did not answer or did not accept the change',
      memory: 'Memory ran out, or the process that does the work ended',
      other: 'An unexpected error; the log of the server names it',
    },
  },
}

/** The title of a job; its name if that is of another release. */
export const jobTitle = (name: string, locale: Locale): string =>
  (jobTexts[locale].titles as Record<string, string | undefined>)[name] ?? name
