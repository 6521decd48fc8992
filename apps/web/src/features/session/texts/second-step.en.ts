import type { secondStep } from './second-step.ts'

export const en = {
  title: 'One more step: the code',
  text: 'Open the codes app on your phone and type the six digits that it shows for Foja.',
  code: 'Six-digit code',
  codeMissing: 'Type the six digits that your app shows.',
  codeWrong:
    'That code does not match. Type the one it shows now: it changes every 30 seconds. If it fails again, check that the phone’s time is right.',
  useRecovery: 'Without your phone? Use a recovery code',
  recoveryTitle: 'Use a recovery code',
  recoveryText: 'It is one of the last list that you kept; those of earlier lists are no good. Each is good once.',
  recoveryCode: 'Recovery code',
  recoveryMissing: 'Type one of your recovery codes.',
  recoveryWrong: 'That code does not match or has been used. Try another from the last list that you kept.',
  noneLeft: 'None of those either? Whoever manages your office can take two-step verification off.',
  useApp: 'Use the code of the app',
  back: 'Sign in with another account',
  passkeyTitle: 'One more step: your passkey',
  passkeyText: 'Confirm that it is you with your fingerprint, your face, your PIN or your security key.',
  usePasskey: 'Use a passkey',
  useCode: 'Without your passkey? Use a code',
} satisfies typeof secondStep
