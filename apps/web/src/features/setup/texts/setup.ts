import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const setup = {
  title: 'Bienvenida a Foja',
  text: 'Crea tu empresa y tu cuenta en un minuto.',
  company: 'Tu empresa',
  companyName: 'Nombre de la empresa',
  country: 'País',
  otherCountry: 'Otro país',
  taxId: 'Identificación tributaria',
  admin: 'Administrador',
  name: 'Nombre y apellido',
  email: 'Correo',
  emailHint: 'Con este correo vas a ingresar.',
  password: 'Contraseña',
  code: 'Código de instalación',
  codeHint: 'Está en la ventana donde se inició el servidor.',
  sample: 'Cargar datos de ejemplo',
  sampleHint: (cases: string) =>
    `Una empresa inventada, aparte de la tuya, con ${cases} para ver cómo queda todo. Se quita con un botón.`,
  samplePeople: { one: 'usuario', other: 'usuarios' },
  sampleCases: { one: 'expediente', other: 'expedientes' },
  sampleDocuments: { one: 'documento', other: 'documentos' },
  sampleTemplates: { one: 'plantilla', other: 'plantillas' },
  sampleTitle: 'Hay datos de ejemplo',
  sampleText: (company: string) => `Los usuarios y los expedientes de «${company}» son inventados; no reciben correos.`,
  sampleQuit: 'Quitarlos',
  sampleRemove: 'Quitar los datos de ejemplo',
  sampleRemoveTitle: '¿Quitar los datos de ejemplo?',
  sampleGoes: (company: string, contents: string) =>
    `Se elimina «${company}» con ${contents}, y también lo que probaste en ellos: firmas, enlaces y correos.`,
  sampleStays: 'Tu empresa, tus usuarios y tus expedientes quedan como están.',
  sampleKept: (cases: string) =>
    `Se queda lo que hizo alguien de tu oficina: ${cases} con documentos suyos. Lo que siga abierto pasa a tu nombre.`,
  sampleForGood: 'No se puede deshacer.',
  sampleGone: 'Los datos de ejemplo ya no están.',
  submit: 'Crear e ingresar',
  nameMissing: 'Escribe el nombre de la empresa.',
  personMissing: 'Escribe tu nombre y apellido.',
  emailWrong: 'Escribe un correo completo, como ana@oficina.ec.',
  codeMissing: 'Escribe el código de instalación.',
  failed: 'No se creó la empresa',
  unreachable: 'El servidor no respondió. Lo que escribiste sigue aquí: vuelve a intentarlo.',
  signInFailed: 'La empresa quedó creada, pero no pudimos ingresar. Ingresa con tu correo y contraseña.',
}

export const useSetupTexts = defineTexts(setup, () => import('./setup.en.ts'))
