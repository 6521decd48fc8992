import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const secondStep = {
  title: 'Falta un paso: el código',
  text: 'Abre la aplicación de códigos de tu teléfono y escribe los seis números que muestra para Foja.',
  code: 'Código de seis números',
  codeMissing: 'Escribe los seis números que muestra tu aplicación.',
  codeWrong:
    'Ese código no coincide. Escribe el que muestra ahora: cambia cada 30 segundos. Si falla otra vez, mira que la hora del teléfono sea la correcta.',
  useRecovery: '¿Sin tu teléfono? Usa un código de recuperación',
  recoveryTitle: 'Usa un código de recuperación',
  recoveryText:
    'Es uno de la última lista que guardaste; los de listas anteriores no sirven. Cada uno sirve una sola vez.',
  recoveryCode: 'Código de recuperación',
  recoveryMissing: 'Escribe uno de tus códigos de recuperación.',
  recoveryWrong: 'Ese código no coincide o ya se usó. Prueba con otro de la última lista que guardaste.',
  noneLeft: '¿Tampoco los tienes? Tu administrador puede quitarte la verificación en dos pasos.',
  useApp: 'Usar el código de la aplicación',
  back: 'Ingresar con otra cuenta',
  passkeyTitle: 'Falta un paso: tu llave de acceso',
  passkeyText: 'Confirma que eres tú con tu huella, tu cara, tu PIN o tu llave de seguridad.',
  usePasskey: 'Usar una llave de acceso',
  useCode: '¿Sin tu llave? Usa un código',
}

export const useSecondStepTexts = defineTexts(secondStep, () => import('./second-step.en.ts'))
