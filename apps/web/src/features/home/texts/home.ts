import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Since when: hace 20 min, ayer, 22:54, 14 oct. */
const from = (since: string) =>
  since === 'ahora' ? 'Desde hace un momento' : /^\d/.test(since) ? `Desde el ${since}` : `Desde ${since}`

export const home = {
  morning: (name: string) => `Buenos días, ${name}`,
  afternoon: (name: string) => `Buenas tardes, ${name}`,
  evening: (name: string) => `Buenas noches, ${name}`,
  new: 'Nueva solicitud',
  door: {
    title: 'Firmar un PDF',
    hint: 'Suéltalo aquí o en cualquier parte de Foja: hasta 50 a la vez, sin crear un expediente.',
    hintPhone: 'Sin crear expediente',
    choose: 'Elegir PDF',
    choosePhone: 'Elegir',
  },
  ask: 'Pedir firmas',
  /** After the date: today's appointments. */
  todayWith: { one: 'cita para hoy', other: 'citas para hoy' },
  /** Under the number of tasks of a kind. */
  figures: {
    sign: { note: from, none: 'Nada espera tu firma' },
    schedule: { note: from, none: 'Todas tienen fecha' },
    overdue: { note: () => 'Sin concluir', none: 'Al día' },
    send: { note: from, none: 'Nada por enviar' },
    today: { note: () => 'Míralas en la agenda', none: 'Sin citas por hoy' },
    assign: { note: from, none: 'Todas tienen responsable' },
  },
  todo: 'Lo que te espera',
  tabs: {
    sign: 'Por firmar',
    schedule: 'Por agendar',
    overdue: 'Vencidas',
    send: 'Por enviar',
    today: 'Hoy',
    assign: 'Sin asignar',
  },
  acts: {
    sign: 'Firmar',
    schedule: 'Agendar',
    overdue: 'Concluir',
    send: 'Enviar',
    today: 'Abrir',
    assign: 'Asignar',
  },
  nothingTitle: 'Todo al día',
  nothing: {
    sign: 'Ningún documento espera tu firma.',
    schedule: 'Ninguna solicitud espera fecha.',
    overdue: 'Ninguna cita pasó sin concluirse.',
    send: 'No tienes solicitudes por enviar.',
    today: 'Hoy no tienes citas.',
    assign: 'Todas las solicitudes tienen a alguien a cargo.',
  },
  signMany: 'Firmar varios',
  seeMore: (count: string) => `Ver ${count} más`,
  seeAllOf: (count: string) => `Ver las ${count}`,
  todayAt: (time: string) => `Hoy, ${time}`,
  chart: {
    title: 'Por semana',
    mean: (time: string) => `En promedio se concluyen en ${time}`,
    span: 'Cuántas semanas',
    last: (weeks: string) => (weeks === '52' ? '1 año' : `${weeks} semanas`),
    label: (total: string) => `Gráfico de lo ocurrido por semana. En total: ${total}.`,
    week: 'Semana del',
    weekOf: (day: string) => `Semana del ${day}`,
    asTable: 'Ver en una tabla',
    series: { creadas: 'Creadas', agendadas: 'Enviadas', concluidas: 'Concluidas' },
    sums: {
      creadas: { one: 'creada', other: 'creadas' },
      agendadas: { one: 'enviada', other: 'enviadas' },
      concluidas: { one: 'concluida', other: 'concluidas' },
    },
  },
  activity: 'Actividad reciente',
  noActivity: 'Lo que pase con tus expedientes se verá aquí.',
  emailsFailed: { one: 'correo no salió', other: 'correos no salieron' },
  emailsFailedText: 'Quienes debían recibirlos no los tienen. Corrige la dirección y vuelve a enviarlos.',
  emailsHeld: { one: 'correo espera', other: 'correos esperan' },
  emailsHeldText: 'Este servidor aún no puede enviar correos: se guardan hasta que se configure.',
  seeEmails: 'Ver los correos',
  steps: {
    title: 'Primeros pasos',
    note: 'Tu oficina está lista',
    noteOthers: 'Así se empieza',
    done: 'hecho',
    company: {
      label: 'Completa los datos de tu empresa',
      text: 'La identificación y el logotipo salen en los correos y en los documentos compartidos.',
      button: 'Completar',
    },
    mail: {
      label: 'Conecta el correo',
      text: 'Sin servidor de correo, los avisos y las invitaciones se guardan y no salen.',
      button: 'Conectar',
    },
    template: {
      label: 'Prepara la primera plantilla',
      text: 'Sube un acta o un contrato en PDF y marca una vez dónde va cada dato.',
      button: 'Preparar',
    },
    request: {
      label: 'Crea la primera solicitud',
      text: 'Sube los documentos de un caso y indica quiénes participan. Toma menos de un minuto.',
      button: 'Crear',
    },
    people: {
      label: 'Invita a quienes trabajan contigo',
      text: 'Cada persona recibe un correo y elige su contraseña.',
      button: 'Invitar',
    },
    certificate: {
      label: 'Guarda tu certificado',
      text: 'El archivo .p12 o .pfx que te dio tu autoridad, o el par .cer y .key. Queda cifrado con la clave del certificado.',
      button: 'Subir',
    },
    authority: {
      label: 'Enciende las autoridades de tu país',
      text: 'Sin ellas, las firmas salen «por confirmar».',
      button: 'Ver autoridades',
    },
    verify: {
      label: 'Prueba a verificar un PDF firmado',
      text: 'Suelta uno que ya tengas y lee en palabras claras si sus firmas son válidas.',
      button: 'Verificar',
    },
  },
  setUpTitle: 'Prepara tu firma',
  setUpText: 'Sube una vez el certificado que te dio tu autoridad y podrás firmar cualquier PDF.',
  setUpButton: 'Subir certificado',
  expiresTitle: (days: string) => `Tu certificado caduca en ${days}`,
  expiresText: (date: string) => `El ${date} dejará de servir para firmar. Pide el nuevo a tu autoridad con tiempo.`,
  expiresTodayTitle: 'Tu certificado caduca hoy',
  expiresSoonText: (date: string) => `Después del ${date} no podrás firmar con él. Pide ya el nuevo a tu autoridad.`,
  expiredTitle: 'Tu certificado caducó',
  expiredText: (date: string) => `Desde el ${date} no sirve para firmar. Sube el que lo renueva.`,
  renew: 'Renovar',
}

export const useHomeTexts = defineTexts(home, () => import('./home.en.ts'))
