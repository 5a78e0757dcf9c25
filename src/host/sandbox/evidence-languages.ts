/** What the system says in other languages, put into English: programs pass its words on in the language of the person. */

const WORDS: readonly (readonly [english: string, others: RegExp])[] = [
  [
    'Read-only file system',
    /Das Dateisystem ist nur lesbar|Sistema de fi(?:cheros|cheiros) (?:de sólo lectura|apenas de leitura)|Système de fichiers accessible en lecture seulement|読み込み専用ファイルシステムです|Файловая система доступна только для чтения|只读文件系统|Sistema de arquivos somente para leitura|File system in sola lettura|읽기전용 파일 시스템|System plików wyłącznie do odczytu|Bestandssysteem is alleen-lezen|Salt-okunur dosya sistemi/gi,
  ],
  [
    'Permission denied',
    /Keine Berechtigung|Permiso denegado|Permission non accordée|許可がありません|Отказано в доступе|权限不够|Permissão (?:recusada|negada)|Permesso negato|허가 거부|Brak dostępu|Toegang geweigerd|Erişim engellendi/gi,
  ],
  [
    'Operation not permitted',
    /Die Operation ist nicht erlaubt|Operación no permitida|Opération non permise|許可されていない操作です|Операция не позволена|不允许的操作|Operação não permitida|Operazione non permessa|명령을 허용하지 않음|Operacja niedozwolona|Actie is niet toegestaan|İşleme izin verilmedi/gi,
  ],
  [
    'No such file or directory',
    /Datei oder Verzeichnis nicht gefunden|No existe el (?:fichero|archivo) o el directorio|Aucun fichier ou dossier de ce type|そのようなファイルやディレクトリはありません|Нет такого файла или каталога|没有那个文件或目录|Arquivo ou diretório inexistente|File o directory non esistente|그런 파일이나 디렉터리가 없습니다|Nie ma takiego pliku ani katalogu|Bestand of map bestaat niet|Böyle bir dosya ya da dizin yok/gi,
  ],
  [
    'Connection refused',
    /Verbindungsaufbau abgelehnt|Conexión rehusada|Connexion refusée|接続を拒否されました|В соединении отказано|拒绝连接|Conexão recusada|Connessione rifiutata|연결이 거부됨|Połączenie odrzucone|Verbinding is geweigerd|Bağlantı reddedildi/gi,
  ],
];

export function inEnglish(text: string): string {
  return WORDS.reduce((all, [english, others]) => all.replace(others, english), text);
}
