/** The perl program of the Landlock layer: one process stays outside to end all descendants, the other becomes the command, confined. */

/**
 * Arguments: system call numbers, whether internet sockets are allowed, `told` (the exit code goes to descriptor 3 and processes left
 * behind live on) or `terminal`, then `r:PATH`, `w:PATH` and `d:PATH` up to `--`, then the command. Root drops its capabilities. Any
 * failure ends the program: nothing runs unconfined.
 *
 * Orphans of the command become children of this process. It is in a separate Landlock domain that signals cannot leave, so a signal to
 * "all" reaches every descendant of the command at once, whatever its name, and no other process; this is verified before it is used.
 * On TERM, on a hang-up and when coder ends, it ends them all.
 *
 * Sockets are refused except those of `socketpair`; with network access, internet and netlink sockets are allowed, but none with a path. A
 * refused internet socket fails with an error that nothing else gives (`ENONET`), which identifies the cause.
 */
export const LANDLOCK_PROGRAM = String.raw`
use strict;
my ($arch, $socket, $prctl, $capset, $net, $how) = splice @ARGV, 0, 6;
my $abi = syscall(444, 0, 0, 1); die "landlock: $!\n" if $abi < 1;
die "landlock: before Linux 6.2 it does not prevent truncating files\n" if $abi < 3;
sub prctl { syscall($prctl, $_[0], $_[1], 0, 0, 0) == 0 }
sub restrict { syscall(446, $_[0], 0) == 0 or die "landlock: $!\n" }
my ($command, $ended);
$SIG{TERM} = $SIG{HUP} = sub { finish(); exit 143 };
$SIG{INT} = $SIG{QUIT} = $SIG{TSTP} = 'IGNORE';
prctl(36, 1) or die "orphans: $!\n";
prctl(1, 15) or die "parent: $!\n";
if ($how eq 'told') { open TOLD, '>&=', 3 or die "descriptor 3: $!\n"; syswrite TOLD, "\n" or exit 1 }
prctl(38, 1) or die "no new rights: $!\n";
my $isScoped = 0;
if ($abi >= 6) {
  my $scope = pack('Q3', 0, 0, 2);
  my $set = syscall(444, $scope, 24, 0); die "landlock scope: $!\n" if $set < 0;
  restrict($set);
  $isScoped = !kill(0, getppid) && $! == 1;
}
pipe my $problems, my $problem or die "pipe: $!\n";
$command = fork; die "fork: $!\n" unless defined $command;
if (!$command) {
  close TOLD; close $problems;
  @SIG{qw(TERM HUP INT QUIT TSTP)} = ('DEFAULT') x 5;
  $SIG{__DIE__} = sub { syswrite $problem, $_[0] };
  confine();
  exec { $ARGV[0] } @ARGV or die "exec: $!\n";
}
close $problem;
if (sysread $problems, my $why, 500) { print STDERR $why; exit 125 }
note(waitpid -1, 0) until defined $ended;
if ($how ne 'told') { finish(); exit $ended }
syswrite TOLD, "$ended\n";
close $_ for *STDIN, *STDOUT, *STDERR, *TOLD;
1 until waitpid(-1, 0) == -1;
exit $ended;

sub note { $ended = $? & 127 ? 128 + ($? & 127) : $? >> 8 if $_[0] == $command }
sub isAlone { my $pid; note($pid) while ($pid = waitpid -1, 1) > 0; $pid == -1 }
sub pause { select undef, undef, undef, 0.01 }
sub everyone { $isScoped ? kill($_[0], -1) : kill($_[0], below($$)) }
sub slurp { open my $file, '<', $_[0] or return ''; local $/; my $text = <$file>; defined $text ? $text : '' }
sub below {
  my %children;
  opendir my $processes, '/proc' or return;
  for my $pid (grep /^\d/, readdir $processes) { push @{$children{$1}}, $pid if slurp("/proc/$pid/stat") =~ /^.*\) \w (\d+)/s }
  my @found = @{$children{$_[0]} || []};
  for (my $at = 0; $at < @found; $at++) { push @found, @{$children{$found[$at]} || []} }
  return @found;
}
sub finish {
  $SIG{TERM} = $SIG{HUP} = 'IGNORE';
  return if isAlone();
  everyone('TERM'); everyone('CONT');
  for (1 .. 20) { return if isAlone(); pause() }
  for (1 .. 500) { everyone('STOP') unless $isScoped; everyone('KILL'); return if isAlone(); pause() }
}
sub confine {
  my $all = $abi >= 5 ? (1 << 16) - 1 : (1 << 15) - 1;
  my $attr = pack('Q3', $all, $abi >= 4 && !$net ? 3 : 0, $abi >= 6 ? 3 : 0);
  my $set = syscall(444, $attr, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, 0); die "landlock rules: $!\n" if $set < 0;
  while (defined(my $rule = shift @ARGV)) {
    last if $rule eq '--';
    my ($how, $path) = $rule =~ /^([rwd]):(.*)$/s or die "rule\n";
    sysopen(my $file, $path, 010000000 | 02000000) or next;
    my $access = $how eq 'w' ? $all : $how eq 'd' ? 1 << 1 | 1 << 2 | (-d $path ? $all : 0) | 1 << 14 | 1 << 15 : 13;
    $access &= 1 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15 unless -d $path;
    my $beneath = pack('Ql', $access & $all, fileno $file);
    syscall(445, $set, 1, $beneath, 0) == 0 or die "landlock $path: $!\n";
  }
  if ($> == 0) {
    prctl(28, 0x3);
    my $head = pack('Ll', 0x20080522, 0); my $none = pack('L6', 0, 0, 0, 0, 0, 0);
    syscall($capset, $head, $none) == 0 or die "capabilities: $!\n";
  }
  restrict($set);
  filter();
}
sub filter {
  my ($no, $denied, $none, $yes) = ([6, 0, 0, 0x50001], [6, 0, 0, 0x5000d], [6, 0, 0, 0x50040], [6, 0, 0, 0x7fff0000]);
  my @sockets = ([0x15, 0, 5, $socket], [0x20, 0, 0, 16], [0x15, 1, 0, 2], [0x15, 0, 1, 10], $none, $denied);
  @sockets = ([0x15, 0, 5, $socket], [0x20, 0, 0, 16], [0x15, 3, 0, 2], [0x15, 2, 0, 10], [0x15, 1, 0, 16], $denied) if $net;
  my @filter = ([0x20, 0, 0, 4], [0x15, 1, 0, $arch], $no, [0x20, 0, 0, 0], [0x35, 0, 1, 0x40000000], $no, [0x15, 0, 1, 425], $no, @sockets, $yes);
  my $code = join '', map { pack 'SCCL', @$_ } @filter;
  my $filters = pack('Sx6P', scalar @filter, $code);
  syscall($prctl, 22, 2, $filters, 0, 0) == 0 or die "seccomp: $!\n";
}
`;
