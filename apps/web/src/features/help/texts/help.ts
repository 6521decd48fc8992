import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { HelpTab, HelpTopic } from '../topics.ts'

/** `words`: other words that find the topic. */
type Topic = { title: string; text: string; steps: readonly string[]; words: string }

const tabs: Record<HelpTab, string> = {
  sign: 'Firma',
  mediate: 'Mediación',
  manage: 'Gestión',
  administer: 'Administración',
}

const topics: Record<HelpTopic, Topic> = {
  signPdf: {
    title: 'Firmar un PDF',
    text: 'Uno o varios PDF, sin crear un expediente.',
    steps: [
      'Suelta los PDF en cualquier parte de Foja, o elige «Firmar un PDF».',
      'Arrastra el sello al lugar de la firma.',
      'Escribe la clave del certificado y firma.',
      'Descarga el resultado, o guárdalo en un expediente.',
    ],
    words: 'sello firma digital electrónica lugar posición teléfono celular',
  },
  storeKey: {
    title: 'Guardar tu firma',
    text: 'Sube tu certificado una vez y firma después solo con su clave.',
    steps: [
      'En «Mi firma», elige tu archivo .p12 o .pfx, o el par .cer y .key.',
      'Escribe la clave del certificado. Foja no la guarda.',
      'Si quieres, agrega la imagen de tu rúbrica.',
    ],
    words: 'certificado p12 pfx cer key subir rúbrica imagen mi firma',
  },
  askSigners: {
    title: 'Pedir firmas a otras personas',
    text: 'Firman o aprueban desde un enlace, sin cuenta, con su propio certificado o con una firma simple.',
    steps: [
      'En el expediente o el documento, elige «Pedir firmas».',
      'Agrega a cada persona con su correo y, si importa el orden, su turno.',
      'A quien no tiene certificado, ponle «Firma simple»: la dibuja o la escribe, y la sella la oficina. Su sello se sube en «Ajustes de firma».',
      'Elige hasta cuándo y envía. Mientras dura el pedido nadie más cambia esos documentos.',
      'En «Pedidos» ves quién falta: recuérdale, corrige su correo, copia su enlace o anula el pedido.',
    ],
    words:
      'destinatario firma simple dibujada sello oficina pedido enlace turno orden delegar aprobar rechazar externo cliente recordar',
  },
  askDocuments: {
    title: 'Pedir documentos a otras personas',
    text: 'Los entregan desde un enlace, sin cuenta, con fotos o archivos.',
    steps: [
      'En el expediente, elige «Pedir documentos».',
      'Escribe a quién y qué documentos: Foja ofrece la lista de la última vez.',
      'Cuando llegan, elige «Revisar»: acepta, y pasan al expediente, o devuelve con un motivo.',
      'Con todo aceptado, el pedido queda completo. Lo que falta lo recuerda Foja.',
    ],
    words: 'requisitos lista checklist entregar cédula foto recibir devolver constancia cliente',
  },
  signMany: {
    title: 'Firmar varios a la vez',
    text: 'Hasta 50 documentos de tus expedientes con una sola clave.',
    steps: [
      'En «Mi firma», elige «Firmar varios documentos».',
      'Marca los documentos y elige dónde va el sello.',
      'Escribe la clave del certificado una sola vez.',
      'Si uno falla, los demás se firman igual y ves por qué falló.',
    ],
    words: 'lote muchos masivo',
  },
  keyFails: {
    title: 'No se abre mi .p12',
    text: 'Casi siempre es la clave, que distingue mayúsculas y minúsculas.',
    steps: [
      'Revisa la tecla de mayúsculas y escribe la clave otra vez.',
      'Usa la clave del certificado, no la contraseña de Foja.',
      'Si la olvidaste, pide otro certificado a tu autoridad: nadie más la conoce.',
      'Si el certificado caducó, sube el que lo renueva en «Mi firma».',
    ],
    words: 'clave contraseña incorrecta error olvidé caducado pfx',
  },
  verify: {
    title: 'Verificar un documento',
    text: 'Sabe quién firmó y si algo cambió. No hace falta una cuenta.',
    steps: [
      'Suelta el PDF en «Verificar».',
      'Si lo tienes en papel, escribe el código que está junto a la firma o escanea su QR.',
      'Lee el resultado de cada firma.',
    ],
    words: 'comprobar papel código qr válida',
  },
  toConfirm: {
    title: 'Qué significa «Por confirmar»',
    text: 'La firma está íntegra, pero falta algo para darla por válida.',
    steps: [
      'Abre la firma y lee qué falta.',
      'Si Foja no conoce a quien emitió el certificado, un administrador puede encender esa autoridad.',
      'Si no se pudo consultar la revocación, vuelve a verificar más tarde.',
    ],
    words: 'indeterminada autoridad emisor confianza resultado',
  },
  loose: {
    title: 'Documentos sueltos',
    text: 'Los PDF que firmas sin crear un expediente quedan aquí.',
    steps: ['Ábrelos desde el buscador (Ctrl K) con «Documentos sueltos».', 'Búscalos por nombre, ábrelos o fírmalos.'],
    words: 'sin expediente',
  },
  profile: {
    title: 'Tu cuenta',
    text: 'Tus datos, tu contraseña y cómo ingresas.',
    steps: [
      'Abre «Mi perfil» desde tu nombre.',
      'Activa la verificación en dos pasos o una llave de acceso.',
      'Cierra las sesiones que no reconozcas.',
    ],
    words: 'perfil contraseña sesiones seguridad dos pasos llave',
  },
  newCase: {
    title: 'Crear una solicitud',
    text: 'Un expediente reúne documentos, personas, citas y resultados.',
    steps: [
      'Elige «Nueva solicitud» y escribe un título.',
      'Agrega los archivos: PDF, imagen o Word.',
      'Indica quiénes participan y crea el expediente.',
    ],
    words: 'expediente nueva subir archivos wizard',
  },
  send: {
    title: 'Enviar y agendar',
    text: 'Al enviarla, la solicitud pasa de pendiente a agendado.',
    steps: [
      'Abre el expediente y elige «Enviar».',
      'Si tu rol lo permite, pon fecha, lugar y persona a cargo.',
      'Se avisa por correo a quienes la atienden.',
    ],
    words: 'cita fecha audiencia agendado asignar',
  },
  convene: {
    title: 'Convocar a los involucrados',
    text: 'Cada uno recibe un enlace en el que confirma, pide otra fecha o dice que no asistirá.',
    steps: [
      'Envía la solicitud con una fecha y, en el expediente, elige «Convocar».',
      'A quien no tiene correo, entrégale su enlace: «Copiar enlace», en sus acciones.',
      'Lo que contestan queda en el expediente y en la agenda, y te llega un aviso.',
      'Si cambias la fecha, convoca otra vez: lo contestado antes ya no vale.',
      'Después, «Pedir firmas» ofrece el acta a todos los involucrados de una vez.',
    ],
    words: 'convocatoria citar cita audiencia mediación partes asistir confirmar citación',
  },
  result: {
    title: 'Registrar el resultado',
    text: 'Di cómo terminó la mediación de cada documento, o de todos.',
    steps: [
      'En el expediente, elige «Registrar resultado».',
      'Elige acuerdo total, acuerdo parcial, sin acuerdo o no realizada.',
      'Cuando todo esté listo, elige «Concluir».',
    ],
    words: 'mediación acuerdo concluir acta',
  },
  goBack: {
    title: 'Devolver una solicitud',
    text: 'Vuelve a pendiente cuando hay algo que corregir.',
    steps: [
      'En el expediente, elige «Devolver» y escribe el motivo.',
      'Si tenía cita, se anula.',
      'Se avisa a su autor.',
    ],
    words: 'pendiente corregir motivo regresar',
  },
  agenda: {
    title: 'Usar la agenda',
    text: 'Las citas de la semana, por persona.',
    steps: [
      'Mira la semana o la lista y filtra por persona.',
      'Abre una cita para ir a su expediente.',
      'Descárgala para tu calendario.',
    ],
    words: 'citas calendario semana audiencia',
  },
  share: {
    title: 'Compartir un documento',
    text: 'Con un enlace, por correo o con personas de tu oficina.',
    steps: [
      'Abre el documento y elige «Compartir» o «Enviar por correo».',
      'Al enlace puedes ponerle vencimiento, contraseña y un máximo de vistas.',
      'Anúlalo cuando quieras: deja de abrir de inmediato.',
    ],
    words: 'enlace link correo enviar anular',
  },
  find: {
    title: 'Encontrar un expediente',
    text: 'Busca por título, persona o código desde cualquier pantalla.',
    steps: [
      'Presiona Ctrl K y escribe.',
      'En «Solicitudes», filtra por estado, fechas, mediación o lo que requiere atención.',
      'Exporta la lista a CSV si la necesitas en una hoja de cálculo.',
    ],
    words: 'buscar filtros csv exportar lista',
  },
  templates: {
    title: 'Preparar una plantilla',
    text: 'Marca una vez dónde va cada dato de un PDF.',
    steps: [
      'En «Plantillas», elige «Nueva plantilla» y sube el PDF.',
      'Dibuja los campos en la página y di qué lleva cada uno.',
      'Guarda. «Usar» crea un documento con esos datos.',
      'Con «Pedir firmas» eliges quién firma en cada campo y sale el pedido.',
    ],
    words: 'formulario campos acta contrato modelo roles firmas',
  },
  fillMany: {
    title: 'Llenar muchos documentos',
    text: 'Un documento por cada fila de una hoja de cálculo.',
    steps: [
      'Guarda tu lista como CSV, con títulos en la primera fila.',
      'Usa la plantilla y elige llenarla con un CSV.',
      'Revisa las filas y descarga el ZIP.',
      'Para pedir la firma de cada uno, di de qué columnas salen las personas.',
    ],
    words: 'csv excel masivo lote rellenar zip',
  },
  users: {
    title: 'Invitar a un usuario',
    text: 'Cada usuario ingresa con su correo y su rol.',
    steps: [
      'En «Usuarios», elige «Nuevo usuario».',
      'Elige su rol y si recibe una invitación o una contraseña.',
      'La invitación vence en 7 días. Puedes enviar otra desde su menú.',
    ],
    words: 'usuario rol gestor mediador invitación desactivar quitar',
  },
  company: {
    title: 'Los datos de tu empresa',
    text: 'Nombre, identificación y logotipo de la oficina.',
    steps: [
      'En «Mi empresa», completa los datos.',
      'Sube el logotipo: PNG o JPEG, hasta 1 MB.',
      'Decide si la verificación en dos pasos es obligatoria.',
    ],
    words: 'logo logotipo ruc nit identificación oficina',
  },
  signingSettings: {
    title: 'Cómo firma la oficina',
    text: 'Nivel, apariencia y sello de tiempo que se proponen al firmar.',
    steps: [
      'En «Mi firma», elige «Ajustes de firma».',
      'Pon la dirección de tu autoridad de sellado y pruébala.',
      'Elige el nivel que se propone a cada persona.',
    ],
    words: 'pades tsa sello de tiempo nivel apariencia',
  },
  bin: {
    title: 'Recuperar lo eliminado',
    text: 'Lo eliminado espera 30 días en la papelera.',
    steps: ['Abre «Papelera».', 'Recupera lo que necesites. Pasados 30 días se elimina para siempre.'],
    words: 'papelera eliminar borrar restaurar',
  },
  companies: {
    title: 'Administrar varias empresas',
    text: 'Cada empresa ve solo lo suyo.',
    steps: [
      'En «Empresas», crea una con su identificación y su país.',
      'Invita a su gestor: él administra sus usuarios y plantillas.',
      'Una empresa con expedientes se desactiva; no se elimina.',
    ],
    words: 'oficinas sucursales crear empresa',
  },
  authorities: {
    title: 'Encender autoridades',
    text: 'Los resultados dependen de qué autoridades son de confianza.',
    steps: [
      'En «Autoridades», elige tu país.',
      'Enciende las que reconoce la ley.',
      'Si falta una, agrega su certificado desde un archivo.',
    ],
    words: 'confianza raíz certificadora país por confirmar',
  },
  mail: {
    title: 'Conectar el correo',
    text: 'Sin servidor de correo, los mensajes se guardan y no salen.',
    steps: [
      'En «Correos», elige «Configurar el correo».',
      'Copia servidor, puerto, usuario y contraseña de tu proveedor.',
      'Envíate un mensaje de prueba.',
      'Libera los mensajes que esperaban.',
    ],
    words: 'smtp servidor puerto remitente prueba',
  },
  importUsers: {
    title: 'Importar usuarios',
    text: 'Sube la lista de tu oficina desde una hoja de cálculo.',
    steps: [
      'En «Usuarios», elige «Importar usuarios».',
      'Elige el CSV o pega las filas con sus títulos.',
      'Revisa las filas con errores y crea las demás.',
    ],
    words: 'csv excel usuarios lista',
  },
  forgotten: {
    title: 'Alguien no puede ingresar',
    text: 'Olvidó su contraseña o perdió su teléfono.',
    steps: [
      'Con el correo conectado, «¿Olvidaste tu contraseña?» le envía un enlace.',
      'Sin correo, ponle una contraseña desde su menú en «Usuarios».',
      'Si perdió su teléfono, quítale la verificación en dos pasos, solo si confirmaste su identidad.',
    ],
    words: 'contraseña olvidada bloqueado teléfono perdido dos pasos',
  },
  outbox: {
    title: 'Un correo no llegó',
    text: 'Cada mensaje dice si salió y, si no, por qué.',
    steps: [
      'En «Correos», filtra por los que fallaron.',
      'Lee el motivo y corrige la dirección.',
      'Vuelve a enviarlo. Quienes ya lo tienen no lo reciben dos veces.',
    ],
    words: 'correos bandeja salida falló reenviar',
  },
  status: {
    title: 'Algo no funciona en Foja',
    text: 'Correo, disco, archivos, sello de tiempo: qué falla y qué hacer.',
    steps: [
      'En «Estado», lo que falla está arriba, con lo que hay que hacer.',
      'Arréglalo y pulsa «Probar».',
      'Para pedir ayuda, «Copiar informe» lo pone todo en un texto sin contraseñas.',
    ],
    words: 'estado falla disco lleno versión informe soporte',
  },
}

/** The page of help. */
export const help = {
  title: 'Ayuda',
  heading: '¿Qué necesitas hacer?',
  search: 'Buscar en la ayuda',
  placeholder: 'Firmar, enviar, qué significa «Por confirmar»…',
  examples: 'Por ejemplo:',
  tabsLabel: 'Qué haces en la oficina',
  tabs,
  topics,
  steps: { one: 'paso', other: 'pasos' },
  open: 'Abrir la pantalla',
  found: { one: 'tema encontrado', other: 'temas encontrados' },
  nothingTitle: (q: string) => `Nada coincide con «${q}»`,
  nothingText: 'Prueba con otra palabra, o pregunta a tu oficina.',
  seeAll: 'Ver todos los temas',
  first: {
    title: 'Primeros pasos',
    doneOf: (done: number, total: number) => `${done} de ${total}`,
    progress: 'Primeros pasos hechos',
    do: 'Hacerlo',
    done: 'hecho',
  },
  ask: {
    title: '¿Sigues con la duda?',
    text: 'Pregunta en tu oficina a quienes pueden cambiar permisos y ajustes:',
    alone: 'En tu oficina nadie más puede cambiar permisos y ajustes.',
    failed: 'No se pudo cargar a quién preguntar.',
    retry: 'Reintentar',
  },
  out: {
    title: 'Si no puedes ingresar',
    forgot: '¿Olvidaste tu contraseña?',
    forgotText: 'Pide un enlace para elegir otra.',
    forgotButton: 'Elegir otra contraseña',
    invited: '¿Te invitaron?',
    invitedText:
      'Elige tu contraseña con el enlace del correo. Si venció, pide otra invitación a la persona que te invitó.',
    phone: '¿Perdiste tu teléfono?',
    phoneText: 'Usa uno de tus códigos de recuperación. Sin ellos, escribe a tu administrador.',
    none: '¿No tienes cuenta?',
    noneText: 'Pide que te inviten en tu oficina. Para verificar un documento no hace falta.',
  },
  keys: {
    title: 'Atajos',
    all: 'Todos los atajos',
    text: 'Funcionan mientras no escribes en un campo.',
    groups: {
      everywhere: 'En todas las pantallas',
      reader: 'Al leer un documento',
      editor: 'En el editor de plantillas',
    },
    search: 'Buscar todo',
    help: 'Ver los atajos',
    page: 'Página anterior o siguiente',
    zoom: 'Acercar o alejar',
    fit: 'Ajustar a la ventana',
    find: 'Buscar en el documento',
    undo: 'Deshacer o rehacer',
    save: 'Guardar',
    duplicate: 'Duplicar los campos elegidos',
    single: 'Abrir los atajos con la tecla ?',
  },
}

export const useHelpTexts = defineTexts(help, () => import('./help.en.ts'))
