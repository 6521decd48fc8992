import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const commands = {
  title: 'Buscar e ir',
  placeholder: 'Expediente, persona, documento o acción…',
  results: 'Resultados',
  groups: {
    recent: 'Recientes',
    solicitud: 'Solicitudes',
    document: 'Documentos',
    template: 'Plantillas',
    person: 'Personas',
    company: 'Empresas',
    places: 'Ir a',
    actions: 'Acciones',
  },
  found: (count: number) => (count === 0 ? 'Sin resultados' : count === 1 ? '1 resultado' : `${count} resultados`),
  searching: 'Buscando…',
  nothing: (q: string) => `Nada coincide con «${q}».`,
  inList: (q: string) => `Buscar «${q}» en Solicitudes`,
  inUsers: (q: string) => `Buscar «${q}» en Usuarios`,
  failed: 'La búsqueda no respondió. Lo demás sigue aquí.',
  keys: { move: 'mover', open: 'abrir', close: 'cerrar' },
  home: 'Inicio',
  newRequest: 'Nueva solicitud',
  newTemplate: 'Nueva plantilla',
  newUser: 'Nueva persona',
  importUsers: 'Importar personas',
  newCompany: 'Nueva empresa',
  signingSettings: 'Ajustes de firma',
  verifyPdf: 'Verificar un PDF',
  lightMode: 'Apariencia clara',
  darkMode: 'Apariencia oscura',
  profile: 'Mi perfil',
  signOut: 'Cerrar sesión',
  /** Synonyms for pages and actions. */
  words: {
    settings: 'nivel sello apariencia política',
    companies: 'logo marca datos de la empresa',
    signer: 'certificado p12',
    trust: 'raíz confianza',
    users: 'personas equipo roles',
    invite: 'invitar usuario',
    importUsers: 'usuarios invitar CSV Excel',
    profile: 'dos pasos segundo factor sesiones contraseña clave seguridad cuenta',
  },
}

export const useCommandsTexts = defineTexts(commands, () => import('./commands.en.ts'))
