import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const profile = {
  title: 'Mi perfil',
  details: 'Tus datos',
  name: 'Nombre',
  email: 'Correo',
  role: 'Rol',
  company: 'Empresa',
  noCompany: 'Ninguna: administras todas',
  position: 'Cargo',
  phone: 'Teléfono',
  keptBy: 'Tu correo, tu rol y tu empresa los cambia tu administrador.',
  ownEmail: 'Tu rol y tu empresa los cambia otro administrador.',
  ownEmailLink: 'Cambia tu correo en Usuarios',
  lastLogin: 'Último ingreso',
  nameMissing: 'Escribe tu nombre.',
  save: 'Guardar cambios',
  discard: 'Descartar',
  saved: 'Tus datos quedaron guardados.',
  notStated: 'Sin registrar',
  preferences: 'Preferencias',
  language: 'Idioma',
  colorMode: 'Apariencia',
  ownData: 'Mis datos',
  ownDataText: 'Una copia de todo lo que Foja guarda de ti, con tus archivos.',
  ownDataGet: 'Descargar mis datos',
  ownDataFile: 'mis-datos',
  session: 'Sesión',
  sessionText: 'Al cerrar la sesión se eliminan los borradores de este equipo.',
  signOut: 'Cerrar sesión',
}

export const useProfileTexts = defineTexts(profile, () => import('./profile.en.ts'))
