/** Completion script for bash: one function that looks at the words before the cursor. */

import { type Grammar, type GrammarOption, optionsFor } from './grammar.ts';

export function bashCompletion(grammar: Grammar): string {
  const { commands, options } = grammar;
  const valued = options.filter(({ takesValue }) => takesValue);
  const perCommand = commands.map(({ name, words, takesSession }) => {
    const flags = optionsFor(grammar, name).flatMap(names);
    const more = takesSession ? '$(_coder_sessions)' : (words ?? []).join(' ');
    return `    ${name}) words="${flags.join(' ')}" next="${more}" ;;`;
  });
  return `# bash completion for coder
_coder_sessions() { coder sessions 2>/dev/null | cut -d' ' -f1; }

_coder() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= words= next= i
  if [[ $cur == "=" ]]; then cur=; prev=\${COMP_WORDS[COMP_CWORD-1]}; elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  case $prev in
${valued.map(bashValue).join('\n')}
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${commands.map(({ name }) => name).join('|')}) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
${perCommand.join('\n')}
    *) words="${[...optionsFor(grammar, 'chat').flatMap(names), ...commands.map(({ name }) => name)].join(' ')}" ;;
  esac
  for ((i++; i < COMP_CWORD; i++)); do
    [[ " $next " == *" \${COMP_WORDS[i]} "* ]] && next=
  done
  COMPREPLY=($(compgen -W "$words $next" -- "$cur"))
}
complete -F _coder coder
`;
}

function bashValue(option: GrammarOption): string {
  const { values, path, isSession } = option;
  const action = values
    ? `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$cur"))`
    : isSession
      ? 'COMPREPLY=($(compgen -W "$(_coder_sessions)" -- "$cur"))'
      : path
        ? `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -${path === 'folder' ? 'd' : 'f'} -- "$cur"))`
        : ':';
  return `    ${names(option).join('|')}) ${action}; return ;;`;
}

function names({ long, short }: GrammarOption): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];
}
