import { DatabaseProblem, type DatabaseErrorCode } from '@foja/db/errors'
import { StorageError, type StorageErrorCode } from '@foja/storage/errors'
import type { S3Settings } from '@foja/storage/s3-store'
import { existsSync } from 'node:fs'
import { ConfigError, type Config } from './config.ts'
import { ProblemError } from './http/problem.ts'
import { problemTexts } from './texts/problem-texts.ts'
import { KeyFileError } from './keys.ts'
import { TracingMissingError } from './lib/open-tracing.ts'
import { InstallationError, WrongKeysError } from './modules/setup/maintenance/installation.ts'
import { nextFile } from './modules/setup/maintenance/rotate-keys.ts'

const databaseLines: Record<DatabaseErrorCode, (config: Config) => string> = {
  database_in_use: ({ dataFolder }) =>
    `Otra Foja ya usa la carpeta ${dataFolder}. Ciérrala, o elige otra carpeta con FOJA_DATA_DIR.`,
  earlier_version_running: () =>
    'Una versión anterior de Foja todavía usa esta base de datos. Detén todos sus servidores y vuelve a iniciar; no se cambió nada.',
  database_folder_unwritable: ({ dataFolder }) =>
    `No se puede escribir en la carpeta ${dataFolder}. Da permiso a este usuario o elige otra con FOJA_DATA_DIR.`,
  database_from_newer_version: () =>
    'Los datos son de una versión más nueva de Foja. Actualiza Foja y vuelve a iniciarla; no se cambió nada.',
  database_unreachable: () =>
    'No se llega a la base de datos de DATABASE_URL. Comprueba que está encendida y que la dirección es correcta.',
  database_closed: () => 'La base de datos se cerró mientras Foja arrancaba. Vuelve a iniciarla.',
  nested_query: () => 'Foja no pudo preparar la base de datos.',
}

/** Where the files are, the setting that names the place, and another place. */
const placeOf = ({ s3, dataFolder }: Config): [place: string, setting: string, other: string] =>
  s3 === undefined
    ? [dataFolder, 'FOJA_DATA_DIR', 'otra carpeta']
    : [`el bucket «${s3.bucket}»`, 'S3_BUCKET', 'otro bucket']

const installationLines: Record<InstallationError['code'], (...place: ReturnType<typeof placeOf>) => string> = {
  unknown_files: (place, setting, other) =>
    `La base de datos es nueva, pero en ${place} ya hay documentos de otra. Vuelve a la base de datos anterior (DATABASE_URL) o elige ${other} con ${setting}; no se tocó nada.`,
  other_files: (place, setting) =>
    `Los documentos en ${place} son de otra base de datos. Revisa DATABASE_URL y ${setting}: la base de datos y sus documentos van juntos; no se tocó nada.`,
  lost_files: (place, setting) =>
    `En ${place} no están los documentos de esta base de datos. Revisa ${setting} o recupéralos de tu copia; no se tocó nada.`,
}

type S3Line = (settings: S3Settings, error: StorageError) => string
const s3Lines: Partial<Record<StorageErrorCode, S3Line>> = {
  no_bucket: ({ bucket, endpoint }) =>
    `En ${endpoint} no existe el bucket «${bucket}». Créalo, o corrige S3_BUCKET o S3_REGION.`,
  forbidden: ({ bucket, endpoint }, { message }) =>
    `${endpoint} no deja usar el bucket «${bucket}» con esas claves. Revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION y los permisos: listar, leer, guardar y borrar (${message}).`,
  timeout: ({ endpoint }) => `${endpoint} no responde a tiempo. Revisa S3_ENDPOINT y la red, y vuelve a iniciar Foja.`,
  disk_full: ({ bucket, endpoint }) => `El bucket «${bucket}» de ${endpoint} está lleno. Haz sitio, o amplía su cuota.`,
}
const otherS3Line: S3Line = ({ bucket, endpoint }, { message }) =>
  `No se puede usar el bucket «${bucket}» de ${endpoint}. Revisa que esté encendido, y S3_ENDPOINT, S3_REGION y S3_FORCE_PATH_STYLE (${message}).`

const systemCode = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** One line about why the server does not start and what to do; undefined for unexpected errors. */
export function startProblem(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof KeyFileError) return error.message
  if (error instanceof ProblemError && error.code === 'weak_password') {
    return `FOJA_ADMIN_PASSWORD: ${problemTexts.weak_password.es.detail}`
  }
  if (config === undefined) return undefined
  if (error instanceof TracingMissingError) {
    return 'OTEL_EXPORTER_OTLP_ENDPOINT necesita los paquetes de OpenTelemetry, que se instalan aparte: docs/administracion/vigilar.md dice cómo. O quita ese ajuste.'
  }
  if (error instanceof DatabaseProblem) return databaseLines[error.code](config)
  if (error instanceof InstallationError) return installationLines[error.code](...placeOf(config))
  if (error instanceof WrongKeysError) {
    if (existsSync(nextFile(config.keyFile))) {
      return 'Un cambio de las claves del servidor se quedó a medias. Ejecuta npm run rotate-keys para terminarlo; no se perdió nada.'
    }
    return `El archivo de claves ${config.keyFile} no es el de esta base de datos: sus firmas guardadas no se abrirían. Recupera tu copia del archivo o indica dónde está con FOJA_KEY_FILE.`
  }
  if (error instanceof StorageError) {
    if (config.s3 === undefined) return databaseLines.database_folder_unwritable(config)
    return (s3Lines[error.code] ?? otherS3Line)(config.s3, error)
  }
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `El puerto ${config.port} está ocupado. Cierra el programa que lo usa, o usa otro: PORT=${config.port + 1}`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
        ? `No hay permiso para usar el puerto ${config.port}. Usa uno mayor que 1023: PORT=3000`
        : databaseLines.database_folder_unwritable(config)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${config.host} no es una dirección de este equipo. Usa 127.0.0.1 o 0.0.0.0.`
    default:
      return undefined
  }
}
