#!/usr/bin/python3
"""steps.py CAPTURE: steps through the shaders of a capture with RenderDoc's shader debugger, and prints what it shows.

For the last dispatch the first invocation, for the last draw the first vertex and the pixel in the middle. One line each:
`SHADER source debug information: True`, `SHADER global NAME = VALUES`, then for each step that is on another source line, or
shows something else, `SHADER line N in FUNCTION: NAME = VALUES; ...` in the order of the names, and at last
`SHADER steps without a line: N`, which a debugger does not stop at. Structures are shown by their members, arrays by their
elements, matrices by rows."""
import sys
sys.path.append('/usr/lib/python3/dist-packages')
import renderdoc as rd


def numbers(value):
    count = max(1, value.rows) * max(1, value.columns)
    if value.type == rd.VarType.Float:
        return [round(x, 5) for x in value.value.f32v[:count]]
    if value.type == rd.VarType.SInt:
        return list(value.value.s32v[:count])
    if value.type == rd.VarType.Bool:
        return [bool(x) for x in value.value.u32v[:count]]
    return list(value.value.u32v[:count])


def flat(name, value):
    """Names and numbers of a variable and all its members."""
    if len(value.members) == 0:
        yield name, numbers(value)
        return
    for member in value.members:
        joint = '' if member.name.startswith('[') else '.'
        yield from flat(name + joint + member.name, member)


def member(value, path):
    """The part of a variable that a path such as `.a[1]` leads to."""
    while path and value is not None:
        found = None
        for part in value.members:
            for text in (part.name, '.' + part.name):
                if path.startswith(text) and (found is None or len(text) > len(found[0])):
                    found = (text, part)
        if found is None:
            return None
        value, path = found[1], path[len(found[0]):]
    return value


def find(variables, name):
    if name in variables:
        return variables[name]
    for split in range(len(name) - 1, 0, -1):
        if name[split] in '.[' and name[:split] in variables:
            return member(variables[name[:split]], name[split:])
    return None


def values(source, variables):
    """What a source variable is, put together from what the debugger maps it to."""
    parts = [(part, find(variables, part.name)) for part in source.variables]
    if any(value is None for _, value in parts):
        return
    if len(parts) == 1 and len(parts[0][1].members) > 0:
        yield from flat(source.name, parts[0][1])
        return
    yield source.name, [numbers(value)[part.component] for part, value in parts]


NAMES = {rd.ShaderStage.Vertex: 'Vertex', rd.ShaderStage.Pixel: 'Pixel', rd.ShaderStage.Compute: 'Compute'}


def step(control, shader, trace):
    debug = control.GetPipelineState().GetShaderReflection(shader).debugInfo
    name = NAMES[shader]
    print(f'{name} source debug information: {debug.sourceDebugInformation}')
    print(f'{name} files: {", ".join(file.filename for file in debug.files)}')
    if trace.debugger is None:
        sys.exit(f'{name} cannot be debugged')
    constants = {}
    for variable in list(trace.constantBlocks) + list(trace.inputs):
        constants[variable.name] = variable
    for source in sorted(trace.sourceVars, key=lambda source: source.name):
        for shown, found in values(source, constants):
            print(f'{name} global {shown} = {found}')
    at = {info.instruction: info for info in trace.instInfo}
    now, last, without = dict(constants), None, 0
    while True:
        states = control.ContinueDebug(trace.debugger)
        if not states:
            break
        for state in states:
            for change in state.changes:
                now[change.after.name] = change.after
            where = at.get(state.nextInstruction)
            if where is None or where.lineInfo.lineStart == 0:
                without += 1
                continue
            shown = sorted(f'{n} = {v}' for source in where.sourceVars for n, v in values(source, now))
            function = state.callstack[-1] if len(state.callstack) else '?'
            text = f'{name} line {where.lineInfo.lineStart} in {function}: {"; ".join(shown)}'
            if text != last:
                print(text)
            last = text
    print(f'{name} steps without a line: {without}')
    control.FreeTrace(trace)


def walk(actions):
    for action in actions:
        yield action
        yield from walk(action.children)


def main():
    rd.InitialiseReplay(rd.GlobalEnvironment(), [])
    capture = rd.OpenCaptureFile()
    if capture.OpenFile(sys.argv[1], '', None) != rd.ResultCode.Succeeded:
        sys.exit('cannot open the capture')
    result, control = capture.OpenCapture(rd.ReplayOptions(), None)
    if control is None:
        sys.exit(f'cannot replay: {result}')
    actions = list(walk(control.GetRootActions()))
    dispatches = [action for action in actions if action.flags & rd.ActionFlags.Dispatch]
    draws = [action for action in actions if action.flags & rd.ActionFlags.Drawcall]
    if dispatches:
        control.SetFrameEvent(dispatches[-1].eventId, True)
        step(control, rd.ShaderStage.Compute, control.DebugThread((0, 0, 0), (0, 0, 0)))
    if draws:
        control.SetFrameEvent(draws[-1].eventId, True)
        step(control, rd.ShaderStage.Vertex, control.DebugVertex(0, 0, 0, 0))
        unset = 0xFFFFFFFF
        step(control, rd.ShaderStage.Pixel, control.DebugPixel(2, 2, unset, unset))
    control.Shutdown()
    capture.Shutdown()
    rd.ShutdownReplay()


main()
