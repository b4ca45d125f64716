# Locks the process it runs in, by Landlock and seccomp, and goes on as the program that its arguments name.
#
# Perl is here because it can make a system call by its number: nothing is built on the user's machine, and Debian has
# it in its smallest system. Both locks hold for whatever this process starts, and cannot be taken off again.
use strict;

my ($root, $prctl, $filter, $rules, @command) = @ARGV;
my ($SET_NO_NEW_PRIVS, $SET_SECCOMP, $MODE_FILTER) = (38, 22, 2);
my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);
my ($VERSION, $PATH_BENEATH, $O_PATH_CLOEXEC) = (1, 1, 0x280000);

if ($root ne '') {
  chroot $root or die "chroot: $!\n";
  chdir '/' or die "chdir: $!\n";
}
syscall($prctl + 0, $SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 or die "no-new-privs: $!\n";
my $landlock = $rules eq '' ? 0 : restrict_files();
my $seccomp = $filter eq '' ? 0 : restrict_calls();
# Set by a trial, which asks what this kernel can do.
if ($ENV{CAGE_TELL}) {
  $| = 1;
  print "landlock=$landlock seccomp=$seccomp\n";
}
exec { $command[0] } @command or die "$command[0]: $!\n";

# Returns the version of the kernel's Landlock, 0 where it has none.
sub restrict_files {
  my $version = syscall($CREATE_RULESET, 0, 0, $VERSION);
  return 0 if $version < 1;
  my $handled = (1 << 13) - 1;
  $handled |= 1 << 13 if $version >= 2;
  $handled |= 1 << 14 if $version >= 3;
  $handled |= 1 << 15 if $version >= 5;
  my $what = pack 'Q', $handled;
  # TCP, both ways.
  $what .= pack 'Q', 3 if $version >= 4;
  # Abstract sockets and signals stay among those who share this lock.
  $what .= pack 'Q', 3 if $version >= 6;
  my $ruleset = syscall($CREATE_RULESET, $what, length $what, 0);
  return 0 if $ruleset < 0;
  for my $rule (split /\n/, $rules) {
    my ($access, $path) = split / /, $rule, 2;
    sysopen my $place, $path, $O_PATH_CLOEXEC or next;
    # Rights of folders are an error on a file.
    $access &= 1 << 15 | 1 << 14 | 7 unless -d $place;
    my $beneath = pack 'Ql', $access & $handled, fileno $place;
    syscall($ADD_RULE, $ruleset, $PATH_BENEATH, $beneath, 0) == 0 or die "landlock rule $path: $!\n";
  }
  syscall($RESTRICT_SELF, $ruleset, 0) == 0 or return 0;
  # It is open across exec otherwise.
  if (open my $opened, '<&=', $ruleset) { close $opened }
  return $version;
}

sub restrict_calls {
  my $program = pack 'H*', $filter;
  # The process may signal itself and its own group, nobody else.
  my %own = (0x0badc0de => $$, 0x0badc0df => -$$ & 0xffffffff);
  for (my $at = 0; $at < length $program; $at += 8) {
    my $value = unpack 'L', substr $program, $at + 4, 4;
    substr($program, $at + 4, 4) = pack 'L', $own{$value} if exists $own{$value};
  }
  my $described = pack 'S x6 P', length($program) / 8, $program;
  return syscall($prctl + 0, $SET_SECCOMP, $MODE_FILTER, $described, 0, 0) == 0 ? 1 : 0;
}
