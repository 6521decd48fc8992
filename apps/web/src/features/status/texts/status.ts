import type { Service, ServiceState } from '@foja/contracts/status'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

const services: Record<Service, string> = {
  mail: 'Correo',
  disk: 'Disco',
  database: 'Base de datos',
  files: 'Archivos',
  timestamp: 'Sello de tiempo',
  sign_in: 'Ingreso externo',
  jobs: 'Trabajos',
  antivirus: 'Antivirus',
}

const states: Record<ServiceState, string> = { failed: 'Falla', warning: 'Atención', ok: 'Bien', off: 'Sin usar' }

/** What does not work while a service fails. */
const failures: Record<Service, string> = {
  mail: 'El correo no sale',
  disk: 'El disco está casi lleno',
  database: 'La base de datos no responde',
  files: 'No se guardan archivos',
  timestamp: 'No se puede sellar',
  sign_in: 'No se puede ingresar con el proveedor',
  jobs: 'Los trabajos están detenidos',
  antivirus: 'No se puede subir nada',
}

/** The page «Estado». */
export const status = {
  title: 'Estado',
  note: 'Todo lo que Foja necesita.',
  checked: (when: string) => `Revisado ${when}.`,
  copy: 'Copiar informe',
  checkAll: 'Probar todo',
  check: 'Probar',
  checkOf: (name: string) => `Probar ${name}`,
  setUp: 'Configurar',
  setUpOf: (name: string) => `Configurar ${name}`,
  list: 'Servicios',
  services,
  states,
  failures,
  /** `when`: since a time or day; null if it is not known. */
  failing: (what: string, when: string | null) => (when === null ? `${what}.` : `${what} desde ${when}.`),
  sinceTime: (when: string) => `Desde ${when}`,
  others: 'Los demás servicios siguen.',
  othersFail: (count: number) => (count === 1 ? 'Falla 1 servicio más.' : `Fallan ${count} servicios más.`),
  fix: { mail: 'Arreglar el correo', timestamp: 'Cambiar la autoridad' },
  ok: (count: number) => `${count} bien`,
  warning: (count: number) => `${count} con atención`,
  failed: (count: number) => (count === 1 ? '1 falla' : `${count} fallan`),
  backup: {
    title: 'Última copia',
    off: 'No configurada',
    running: 'Se está haciendo una copia.',
    folder: 'Guardada en',
    keeps: 'Se conservan',
    days: (count: number) => (count === 1 ? '1 día' : `${count} días`),
    nextOne: 'La siguiente',
    took: (seconds: number) => `tardó ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`,
    makeNow: 'Hacer una copia ahora',
  },
  failedJobs: {
    title: 'Trabajos que fallaron',
    tries: (count: number) => (count === 1 ? '1 intento' : `${count} intentos`),
    request: 'Petición',
    retry: 'Reintentar',
    retryOf: (title: string) => `Reintentar: ${title}`,
    discard: 'Descartar',
    discardOf: (title: string) => `Descartar: ${title}`,
    discardTitle: 'Descartar el trabajo',
    discardText: (title: string) => `«${title}» no se hará. No se puede deshacer.`,
    discardConfirm: 'Descartar',
    kept: 'Se guardan una semana. Los correos que no salieron están aparte:',
    outbox: 'ver Correos',
  },
  certificates: 'Certificados que caducan',
  noCertificates: 'Ninguno en los próximos 60 días.',
  inDays: (days: number) => (days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`),
  daysAgo: (days: number) => (days === 1 ? 'caducó ayer' : `caducó hace ${days} días`),
  node: (version: string) => `Node ${version}`,
  forbiddenTitle: 'Esta página es de la administración',
  forbiddenText: 'Si algo no funciona, avisa a quien administra Foja en tu oficina.',
}

export const useStatusTexts = defineTexts(status, () => import('./status.en.ts'))
