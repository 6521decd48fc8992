import { defineTexts } from '../../lib/texts/define-texts.ts'

export const shell = {
  dropToSign: 'Suelta los PDF para firmarlos',
  dropOnlyPdf: 'Aquí solo se firman archivos PDF.',
  dropBehindDialog: 'Cierra primero esta ventana y suelta los archivos otra vez.',
  product: 'Foja',
  skip: 'Saltar al contenido',
  mainNavigation: 'Navegación principal',
  administration: 'Administración',
  more: 'Más',
  help: 'Ayuda',
  home: 'Inicio',
  backTo: 'Volver a',
  accountMenu: (name: string) => `Cuenta de ${name}`,
  profile: 'Mi perfil',
  signOut: 'Cerrar sesión',
  signOutFailed: 'No pudimos cerrar la sesión. Revisa tu conexión y vuelve a intentarlo.',
  signIn: 'Ingresar',
  language: 'Idioma',
  colorMode: 'Apariencia',
  colorModes: { system: 'Como el sistema', light: 'Clara', dark: 'Oscura' },
}

export const useShellTexts = defineTexts(shell, () => import('./shell.en.ts'))
