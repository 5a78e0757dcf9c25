/** A perl program that runs briefly in the session's network to bind sockets and hand them to coder, in a tenth of Node's time. */

/** System call number of `sendmsg` by architecture; if absent, a Node process binds the sockets instead. */
export const SENDMSG: Readonly<Record<string, number>> = { x64: 46, arm64: 211 };

/**
 * Arguments: the number of `sendmsg`, then `tcp ADDRESS PORT` or `udp ADDRESS PORT` for each socket. The program writes to the channel
 * that Node opens for its children: a line of JSON with the socket attached. A socket that cannot be bound is reported as lost. The program
 * stays until each socket was taken, or the receiver is gone.
 */
export const BIND_PROGRAM = String.raw`
use strict;
my $sendmsg = shift @ARGV;
open my $channel, '+<&=', $ENV{NODE_CHANNEL_FD} or die "channel: $!\n";
sub give {
  my ($line, $socket) = @_;
  my $bytes = pack('P Q', $line, length $line);
  my $beside = defined $socket ? pack('Q l l l x4', 20, 1, 1, fileno $socket) : '';
  my $message = pack('Q L x4 P Q', 0, 0, $bytes, 1) . ($beside eq '' ? pack('Q2', 0, 0) : pack('P Q', $beside, length $beside)) . pack('l x4', 0);
  syscall($sendmsg, fileno $channel, $message, 0) == length $line or die "send: $!\n";
}
my ($given, @kept) = (0);
for my $name (@ARGV) {
  my ($kind, $address, $port) = split ' ', $name;
  my $at = pack('S n C4 x8', 2, $port, split /\./, $address);
  my $isUdp = $kind eq 'udp';
  my $socket;
  my $is = socket($socket, 2, ($isUdp ? 2 : 1) | 02004000, 0)
    && ($isUdp || setsockopt($socket, 1, 2, 1)) && bind($socket, $at) && ($isUdp || listen($socket, 512));
  if (!$is) { give(qq("lost $name"\n)); next }
  my $type = $isUdp ? '"dgram.Socket","dgramType":"udp4"' : '"net.Server"';
  give(qq({"cmd":"NODE_HANDLE","type":$type,"msg":"$name"}\n), $socket);
  push @kept, $socket; $given++;
}
while ($given > 0 && sysread $channel, my $taken, 4096) { $given -= () = $taken =~ /HANDLE_ACK/g }
`;
