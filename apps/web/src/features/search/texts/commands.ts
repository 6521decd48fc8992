import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const commands = {
  title: 'Buscar e ir',
  placeholder: 'Expediente, persona, documento o acción…',
  results: 'Resultados',
  /** The chips. */
  filter: 'Mostrar',
  everything: 'Todo',
  groups: {
    recent: 'Recientes',
    solicitud: 'Solicitudes',
    document: 'Documentos',
    template: 'Plantillas',
    person: 'Personas',
    /** Requests for signatures and documents. */
    request: 'Pedidos',
    company: 'Empresas',
    places: 'Ir a',
    actions: 'Hacer',
  },
  found: (count: number) => (count === 0 ? 'Sin resultados' : count === 1 ? '1 resultado' : `${count} resultados`),
  nothing: (q: string) => `Nada coincide con «${q}».`,
  inList: (q: string) => `Buscar «${q}» en Solicitudes`,
  askPerson: (name: string) => `Pedir una firma a ${name}`,
  inUsers: (q: string) => `Buscar «${q}» en Usuarios`,
  failed: 'La búsqueda no respondió. Lo demás sigue aquí.',
  keys: { move: 'mover', open: 'abrir', filter: 'filtrar' },
  home: 'Inicio',
  signPdf: 'Firmar un PDF',
  looseDocuments: 'Documentos sueltos',
  loose: 'Documento suelto',
  /** Of a document whose case file the user may not read. */
  shared: 'Compartido contigo',
  /** Why a request matches. */
  reasons: {
    codigo: 'Código',
    titulo: 'Expediente',
    parte: 'Interviene',
    identificacion: 'Interviene',
    responsable: 'A cargo',
    autor: 'Creada por',
    tipo: 'Tipo',
    documento: 'Documento',
    destinatario: 'Destinatario',
  },
  /** How far a request for signatures or documents is. */
  progress: {
    firmas: (done: number, total: number) => `${done} de ${total} respondieron`,
    documentos: (done: number, total: number) => `${done} de ${total} recibidos`,
  },
  ended: {
    borrador: 'Borrador',
    completada: 'Completado',
    rechazada: 'Rechazado',
    vencida: 'Vencido',
    anulada: 'Anulado',
  },
  ask: 'Pedir firmas',
  askDocuments: 'Pedir documentos',
  newRequest: 'Nueva solicitud',
  newTemplate: 'Nueva plantilla',
  newUser: 'Nuevo usuario',
  importUsers: 'Importar usuarios',
  newCompany: 'Nueva empresa',
  signingSettings: 'Ajustes de firma',
  verifyPdf: 'Verificar un PDF',
  lightMode: 'Apariencia clara',
  darkMode: 'Apariencia oscura',
  profile: 'Mi perfil',
  signOut: 'Cerrar sesión',
  /** Synonyms for pages and actions. */
  words: {
    ask: 'pedido destinatario enviar a firmar',
    askDocuments: 'pedido requisitos lista entregar',
    settings: 'nivel sello apariencia política',
    companies: 'logo marca datos de la empresa',
    signer: 'certificado p12',
    trust: 'raíz confianza',
    users: 'personas equipo roles',
    programs: 'claves integración sitios incrustar',
    status: 'servicios salud versión disco fallas informe',
    invite: 'invitar usuario',
    importUsers: 'usuarios invitar CSV Excel',
    profile: 'dos pasos segundo factor sesiones contraseña clave seguridad cuenta',
  },
}

export const useCommandsTexts = defineTexts(commands, () => import('./commands.en.ts'))
