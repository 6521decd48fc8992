import { DatabaseProblem, type DatabaseErrorCode } from '@foja/db/errors'
import { StorageError } from '@foja/storage/errors'
import { existsSync } from 'node:fs'
import { ConfigError, type Config } from './config.ts'
import { ProblemError } from './http/problem.ts'
import { problemTexts } from './texts/problem-texts.ts'
import { KeyFileError } from './keys.ts'
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

const installationLines: Record<InstallationError['code'], (config: Config) => string> = {
  unknown_files: ({ dataFolder }) =>
    `La base de datos es nueva, pero en ${dataFolder} ya hay documentos de otra. Vuelve a la base de datos anterior (DATABASE_URL) o elige otra carpeta con FOJA_DATA_DIR; no se tocó nada.`,
  other_files: ({ dataFolder }) =>
    `Los documentos de ${dataFolder} son de otra base de datos. Revisa DATABASE_URL y FOJA_DATA_DIR: la base de datos y su carpeta van juntas; no se tocó nada.`,
  lost_files: ({ dataFolder }) =>
    `En ${dataFolder} no están los documentos de esta base de datos. Revisa FOJA_DATA_DIR o recupera la carpeta de tu copia; no se tocó nada.`,
}

const systemCode = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** One line about why the server does not start and what to do; undefined for unexpected errors. */
export function startProblem(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof KeyFileError) return error.message
  if (error instanceof ProblemError && error.code === 'weak_password') {
    return `FOJA_ADMIN_PASSWORD: ${problemTexts.weak_password.es.detail}`
  }
  if (config === undefined) return undefined
  if (error instanceof DatabaseProblem) return databaseLines[error.code](config)
  if (error instanceof InstallationError) return installationLines[error.code](config)
  if (error instanceof WrongKeysError) {
    if (existsSync(nextFile(config.keyFile))) {
      return 'Un cambio de las claves del servidor se quedó a medias. Ejecuta npm run rotate-keys para terminarlo; no se perdió nada.'
    }
    return `El archivo de claves ${config.keyFile} no es el de esta base de datos: sus firmas guardadas no se abrirían. Recupera tu copia del archivo o indica dónde está con FOJA_KEY_FILE.`
  }
  if (error instanceof StorageError) return databaseLines.database_folder_unwritable(config)
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
