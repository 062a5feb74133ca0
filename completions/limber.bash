# SPDX-License-Identifier: MIT
# bash completion for limber: sheets, charts, keys and values come from the program itself.
_limber() {
    local word candidate
    local -a words
    # bash splits at '='; join key=value back together
    local line=${COMP_LINE:0:COMP_POINT}
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    word=${words[-1]}
    COMPREPLY=()
    if [[ ${words[-2]} == --house || ${words[-2]} == --store || ${words[-2]} == --web || ${words[1]} == check ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        return
    fi
    while IFS= read -r candidate; do
        # what stands before the last '=' is already on the line
        if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
            candidate=${candidate#"${word%%=*}="}
        fi
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _limber limber
